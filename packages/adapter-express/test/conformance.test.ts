import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { testHttp } from '@parley/conformance'
import express from 'express'
import express4 from 'express-4'
import { routerIn } from '../src/parley-router.js'

for (const [version, newApp] of Object.entries({ 4: express4, 5: express })) {
  describe(`Express ${version}`, () => {
    testHttp({
      test,
      async factory(edge) {
        const server = createServer(newApp().use(routerIn(newApp(), edge))).listen(0, '127.0.0.1')
        await once(server, 'listening')
        const { port } = Object(server.address())
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
}
