import { once } from 'node:events'
import { test } from 'node:test'
import { serve } from '@hono/node-server'
import { testHttp } from '@parley/conformance'
import { stalledMs } from '@parley/core/adapter'
import { systemClock } from '@parley/core/ports'
import { Deadlines } from '../../packages/core/src/dispatch/deadlines.js'
import { fromWebRequest } from '../../packages/core/src/edge/http/web-request.js'
import { toWebResponse } from '../../packages/core/src/edge/http/web-response.js'

/** Runs the suite through `parley.fetch`, over the sockets of a web-standard host. */
testHttp({
  test,
  async factory(edge) {
    const paces = new Deadlines(systemClock, stalledMs)
    const fetch = async (request: Request) => {
      const response = await edge.http(fromWebRequest(request, { remoteAddress: '127.0.0.1' }))
      return toWebResponse(response, request.method, paces)
    }
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' })
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
    return {
      port: address.port,
      async close() {
        paces.close()
        server.close()
        if ('closeAllConnections' in server) server.closeAllConnections()
      },
    }
  },
})
