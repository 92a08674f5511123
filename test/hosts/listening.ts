import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { createListener } from '@parley/adapter-node'
import type { Parley } from '@parley/core'
import type { Host } from '../support/host.js'

export const restOfSite = 'The rest of my site'

/**
 * Serves one page of the host at `/else` and passes every other request to Parley, whose 404 responses the tests check
 * in every host.
 */
export function restOf(parley: Parley): RequestListener {
  const toParley = createListener(parley)
  return (request, response) => {
    if (request.url === '/else') response.end(restOfSite)
    else toParley(request, response)
  }
}

/** The part of a framework that must be closed in addition to its server. */
interface Closeable {
  close(): Promise<unknown>
}

/**
 * Starts a server on a free port if it does not listen yet. `app` is a framework that must be closed in addition to its
 * server.
 */
export async function listening(server: Server, app?: Closeable): Promise<Host> {
  if (!server.listening) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return {
    url: `http://127.0.0.1:${address.port}`,
    server,
    async close() {
      server.close()
      server.closeAllConnections()
      await app?.close()
    },
  }
}
