// All these tests share one process, because starting one takes longer than a hundred of them.
import './rtm/deadlines.js'
import './rtm/endings.js'
import './rtm/limits.js'
import './rtm/logins.js'
import './rtm/protocol.js'
import './rtm/reasons.js'
import './rtm/transports.js'
