// All these tests share one process, because starting one takes longer than a hundred of them.
import './requests/bounds.js'
import './requests/cors.js'
import './requests/errors.js'
import './requests/idempotency.js'
import './requests/multicast-rates.js'
import './requests/postback-rates.js'
import './requests/rates.js'
import './requests/rules.js'
