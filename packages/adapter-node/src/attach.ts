import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Edge } from '@parley/core'
import { declineUpgrade } from './declined-upgrade.js'
import { createAcceptor, type UpgradeServer } from './upgrade.js'
import { claimOf } from './upgrade-claim.js'
import { decideUpgrades } from './upgrade-decision.js'

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** What of a Node.js HTTP or HTTPS server is needed to receive upgrades. */
export interface UpgradeSource extends UpgradeServer {
  on(event: 'upgrade', listener: UpgradeListener): unknown
  off(event: 'upgrade', listener: UpgradeListener): unknown
  listenerCount(event: 'upgrade'): number
}

export interface RtmAttachment {
  /** Takes no more upgrades. Connections that are open stay so until the engine or the peer closes them. */
  detach(): void
}

/**
 * Serves RTM on a host's server. Claims only websockets on Parley's paths; any other upgrade of these is answered as if it
 * had not been asked for. An upgrade of other paths is left to the other 'upgrade' listeners; when there is none, the server
 * answers it as the plain request that it is too.
 */
export function attachRtm(server: UpgradeSource, edge: Edge): RtmAttachment {
  return attachUpgrades(server, edge, () => {})
}

/** The same; `onLeave` hears of each connection that speaks HTTP no more. */
export function attachUpgrades(
  server: UpgradeSource,
  edge: Edge,
  onLeave: (socket: Duplex) => void,
): RtmAttachment {
  const accept = createAcceptor(edge)
  const claim = (request: IncomingMessage) => {
    const claimed = claimOf(edge, request)
    // Node.js leaves the socket to the listeners, with no timeout: without an answer it would stay open for ever.
    return claimed === 'foreign' && server.listenerCount('upgrade') === 1 ? 'declined' : claimed
  }
  const listener: UpgradeListener = (request, socket, head) => {
    const claimed = claim(request)
    if (claimed === 'declined') return declineUpgrade(server, request, socket, head)
    onLeave(socket)
    if (claimed === 'websocket') accept(request, socket, head)
  }
  server.on('upgrade', listener)
  const takeBack = decideUpgrades(server, claim)
  return {
    detach() {
      server.off('upgrade', listener)
      takeBack()
    },
  }
}
