import { choose } from '../../support/dimensions.js'

choose({ wire: 'socket.io 4 websocket' })
// One process for them all: to start one takes longer than a hundred of these tests.
await import('./hostile.js')
await import('./probes.js')
await import('./slow-pollers.js')
