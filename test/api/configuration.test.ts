// All these tests share one process, because starting one takes longer than a hundred of them.
import './configuration/bot-bounds.js'
import './configuration/bots.js'
import './configuration/protocol.js'
import './configuration/properties.js'
import './configuration/property-bounds.js'
import './configuration/sums.js'
import './configuration/webhook-bounds.js'
import './configuration/webhooks.js'
