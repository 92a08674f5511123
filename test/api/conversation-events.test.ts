// All these tests share one process, because starting one takes longer than a hundred of them.
import './conversation/event-types.js'
import './conversation/send-event.js'
import './conversation/typing.js'
import './conversation/undeclared-fields.js'
