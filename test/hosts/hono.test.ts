import { honoHost } from './hono-host.js'
import { testHost } from './suite.js'

// In a process of its own: it puts a `Response` of its own in place of the global one.
testHost('Hono', honoHost)
testHost('Hono', honoHost, 'https://shop.example/support')
