// One process for them all: to start one takes longer than a hundred of these tests.
import './conversation/close-thread.js'
import './conversation/event-types.js'
import './conversation/full-threads.js'
import './conversation/last-seen.js'
import './conversation/properties.js'
import './conversation/send-event.js'
import './conversation/typing.js'
import './conversation/undeclared-fields.js'
