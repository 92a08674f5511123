// All these tests share one process, because starting one takes longer than a hundred of them.
import './pushes/answering.js'
import './pushes/audience.js'
import './pushes/catch-up.js'
import './pushes/multicast.js'
import './pushes/ordering.js'
import './pushes/queue.js'
import './pushes/versions.js'
import './pushes/visibility.js'
