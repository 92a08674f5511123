// One process for them all: to start one takes longer than a hundred of these tests.
import './agent-actions/ban-customer.js'
import './agent-actions/devices.js'
import './agent-actions/login.js'
import './agent-actions/membership.js'
import './agent-actions/pages.js'
import './agent-actions/reading.js'
import './agent-actions/start-chat.js'
import './agent-actions/update-agent.js'
