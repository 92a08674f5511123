import { serve } from '@parley/adapter-node'
import type { Edge } from '@parley/core/adapter'
import type { Host } from './host.js'

/**
 * Starts a server that closes immediately, although clients keep connections open: no request is in progress by then.
 */
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
