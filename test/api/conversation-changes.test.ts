// All these tests share one process, because starting one takes longer than a hundred of them.
import './conversation/properties.js'
import './conversation/update-properties.js'
import './conversation/update-scopes.js'
