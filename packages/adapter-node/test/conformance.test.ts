import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { testHttp } from '@parley/conformance'
import { createListener, serve } from '../src/index.js'
import { listen } from './sockets.js'

describe('a server of serve', () => {
  testHttp({ test, factory: (edge) => serve(edge, { port: 0 }) })
})

describe("a listener on the host's server", () => {
  testHttp({
    test,
    async factory(edge) {
      const server = createServer(createListener(edge))
      const port = await listen(server)
      return {
        port,
        async close() {
          server.close()
          server.closeAllConnections()
        },
      }
    },
  })
})
