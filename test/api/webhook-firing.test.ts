// One process for them all: to start one takes longer than a hundred of these tests.
import './webhook-firing/actions.js'
import './webhook-firing/bots.js'
import './webhook-firing/filters.js'
import './webhook-firing/nodes.js'
import './webhook-firing/statuses.js'
