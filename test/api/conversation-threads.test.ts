// One process for them all: to start one takes longer than a hundred of these tests.
import './conversation/close-thread.js'
import './conversation/full-threads.js'
import './conversation/last-seen.js'
import './conversation/outsiders.js'
import './conversation/postbacks.js'
