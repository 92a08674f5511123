import { honoHost } from '../../hosts/hono-host.js'
import { testInHost } from './whole-server.js'

// In a process of its own: it puts a `Response` of its own in place of the global one.
testInHost('Hono', { host: honoHost, storage: 'SQLite', socketIo: [4] })
