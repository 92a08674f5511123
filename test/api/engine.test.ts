// One process for them all: to start one takes longer than a hundred of these tests.
import './engine/in-process.js'
import './engine/mounting.js'
import './engine/provisioning.js'
import './engine/shutdown.js'
