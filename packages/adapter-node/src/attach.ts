import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Edge } from '@parley/core'
import { answerIgnoringUpgrade } from './ignored-upgrade.js'
import { createUpgradeHandler } from './upgrade.js'

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** What of a Node.js HTTP or HTTPS server is needed to receive upgrades. */
export interface UpgradeSource {
  on(event: 'upgrade', listener: UpgradeListener): unknown
  off(event: 'upgrade', listener: UpgradeListener): unknown
  listenerCount(event: 'upgrade'): number
}

export interface RtmAttachment {
  /** Takes no more upgrades. Connections that are open stay so until the engine or the peer closes them. */
  detach(): void
}

/**
 * Serves RTM on a host's server. Claims only upgrades of Parley's paths. Any other upgrade is left to the other
 * 'upgrade' listeners; when there is none, the engine answers it as a plain request (404).
 */
export function attachRtm(server: UpgradeSource, edge: Edge): RtmAttachment {
  const handle = createUpgradeHandler(edge)
  const listener: UpgradeListener = (request, socket, head) => {
    if (handle(request, socket, head) || server.listenerCount('upgrade') > 1) return
    answerIgnoringUpgrade(edge, request, socket)
  }
  server.on('upgrade', listener)
  return { detach: () => void server.off('upgrade', listener) }
}
