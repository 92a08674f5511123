import { honoHost } from '../../hosts/hono-host.js'
import { testInHost } from './whole-server.js'

// Needs a process of its own, because Hono replaces the global `Response`.
testInHost('Hono', { host: honoHost, storage: 'SQLite', socketIo: [4] })
