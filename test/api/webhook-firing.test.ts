// All these tests share one process, because starting one takes longer than a hundred of them.
import './webhook-firing/actions.js'
import './webhook-firing/bots.js'
import './webhook-firing/filters.js'
import './webhook-firing/nodes.js'
import './webhook-firing/statuses.js'
