import './nodes/order.js'
import './nodes/revocation.js'
