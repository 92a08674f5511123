import { wireVariable } from '../../support/wire-variable.js'

process.env[wireVariable] = 'socket.io 4 websocket'
await import('./hostile.js')
