// One process for them all: to start one takes longer than a hundred of these tests.
import './conversation/event-types.js'
import './conversation/send-event.js'
import './conversation/typing.js'
import './conversation/undeclared-fields.js'
