// All these tests share one process, because starting one takes longer than a hundred of them.
import './conversation/close-thread.js'
import './conversation/full-threads.js'
import './conversation/last-seen.js'
import './conversation/non-members.js'
import './conversation/postbacks.js'
