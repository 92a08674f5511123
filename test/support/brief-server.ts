import { serve } from '@parley/adapter-node'
import type { Edge } from '@parley/core/adapter'
import type { Host } from './host.js'

/** A server that closes immediately: connections that clients keep open have no requests on their way any more. */
export async function serveBriefly(edge: Edge): Promise<Host> {
  const { url, server, close } = await serve(edge, { port: 0 })
  return {
    url,
    server,
    close() {
      server.closeAllConnections()
      return close()
    },
  }
}
