import './nodes/configuration.js'
import './nodes/order.js'
import './nodes/presence.js'
import './nodes/revocation.js'
