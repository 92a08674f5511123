// One process for them all: to start one takes longer than a hundred of these tests.
import './rtm/deadlines.js'
import './rtm/endings.js'
import './rtm/limits.js'
import './rtm/logins.js'
import './rtm/protocol.js'
import './rtm/reasons.js'
import './rtm/transports.js'
