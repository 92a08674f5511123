import { honoHost } from './hono-host.js'
import { testHost } from './suite.js'

// Needs a process of its own, because Hono replaces the global `Response`.
testHost('Hono', honoHost)
testHost('Hono', honoHost, 'https://shop.example/support')
