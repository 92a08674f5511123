import { choose } from '../../support/dimensions.js'

choose({ wire: 'socket.io 4 websocket' })
// All these tests share one process, because starting one takes longer than a hundred of them.
await import('./hostile.js')
await import('./probes.js')
await import('./slow-pollers.js')
