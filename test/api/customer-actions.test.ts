// All these tests share one process, because starting one takes longer than a hundred of them.
import './customer-actions/banned.js'
import './customer-actions/geolocation.js'
import './customer-actions/list-order.js'
import './customer-actions/login.js'
import './customer-actions/queue.js'
import './customer-actions/reading.js'
import './customer-actions/start-chat.js'
import './customer-actions/update-customer.js'
