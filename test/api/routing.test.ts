// All these tests share one process, because starting one takes longer than a hundred of them.
import './routing/assigning.js'
import './routing/bots.js'
import './routing/departing.js'
import './routing/queue.js'
import './routing/passing-over.js'
import './routing/silence.js'
import './routing/unassigning.js'
import './routing/wall-clock.js'
