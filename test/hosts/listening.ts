import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { createListener } from '@parley/adapter-node'
import type { Parley } from '@parley/core'
import type { Host } from '../support/host.js'

export const restOfSite = 'The rest of my site'

/** A page of the host's. To all else Parley says that there is nothing, so that its tests of that hold in every host. */
export function restOf(parley: Parley): RequestListener {
  const toParley = createListener(parley)
  return (request, response) => {
    if (request.url === '/else') response.end(restOfSite)
    else toParley(request, response)
  }
}

/** What a framework has to close beside its server. */
interface Closeable {
  close(): Promise<unknown>
}

/** On a free port, where it does not listen yet. `app`: of a framework that has more to close than its server. */
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
