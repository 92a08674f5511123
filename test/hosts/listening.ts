import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Host } from '../support/engine.js'

export const restOfSite = 'The rest of my site'

/** On a free port, where it does not listen yet. */
export async function listening(server: Server): Promise<Host> {
  if (!server.listening) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
