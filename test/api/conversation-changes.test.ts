// One process for them all: to start one takes longer than a hundred of these tests.
import './conversation/properties.js'
import './conversation/update-properties.js'
import './conversation/update-scopes.js'
