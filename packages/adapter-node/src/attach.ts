import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Edge } from '@parley/core'
import { attachedEdges, isAlone, type ListenedTo, ownedBy, type UpgradeListener } from './attached.js'
import { type CheckedServer, checkAttachment, checkPathsFree } from './check-attachment.js'
import { declineUpgrade } from './declined-upgrade.js'
import { createAcceptor, type UpgradeServer } from './upgrade.js'
import { claimOf, pathOf, type UpgradeClaim } from './upgrade-claim.js'
import { decideUpgrades } from './upgrade-decision.js'
import { takeUpgradesFirst, type UpgradeEmitter, type UpgradeTaker } from './upgrade-precedence.js'

/** What of a Node.js server that speaks HTTP/1.1 is needed to receive upgrades. */
export interface UpgradeSource extends UpgradeServer, ListenedTo, CheckedServer {
  emit: UpgradeServer['emit'] & UpgradeEmitter['emit']
  on(event: 'upgrade', listener: UpgradeListener): unknown
  off(event: 'upgrade', listener: UpgradeListener): unknown
}

export interface RtmAttachment {
  /** Takes no more upgrades. Connections that are open stay so until the engine or the peer closes them. */
  detach(): void
}

/**
 * Serves RTM on a host's server. Upgrades on Parley's paths are taken before any listener sees them, whoever was there first:
 * websockets are served, others answered as if they had not been asked for. What is not Parley's is left to the listeners
 * to 'upgrade'; when there are none but Parley's, the server answers it as the plain request that it is too. A `ParleyConfigError`
 * for what can never work: what is no server, a server without HTTP/1.1, an engine whose paths another has there.
 */
export function attachRtm(server: UpgradeSource, edge: Edge): RtmAttachment {
  checkAttachment('attachRtm', server, edge)
  checkPathsFree('attachRtm', attachedEdges(server), edge)
  return attachUpgrades(server, edge, () => {})
}

/** The same; `onLeave` hears of each connection that speaks HTTP no more. */
export function attachUpgrades(
  server: UpgradeSource,
  edge: Edge,
  onLeave: (socket: Duplex) => void,
): RtmAttachment {
  const accept = createAcceptor(edge)
  const take: UpgradeTaker = (request, socket, head) => {
    const claimed = claimOf(edge, request)
    if (claimed === 'foreign') return false
    if (claimed === 'declined') declineUpgrade(server, request, socket, head)
    else {
      onLeave(socket)
      accept(request, socket, head)
    }
    return true
  }
  const isNobodys = (request: IncomingMessage) =>
    isAlone(server, listener) && !attachedEdges(server).some((other) => other.owns(pathOf(request)))
  const claim = (request: IncomingMessage): UpgradeClaim => {
    const claimed = claimOf(edge, request)
    // Node.js leaves the socket to the listeners, with no timeout: without an answer it would stay open for ever.
    return claimed === 'foreign' && isNobodys(request) ? 'declined' : claimed
  }
  const listener = ownedBy(edge, (request, socket, head) => {
    if (isNobodys(request)) declineUpgrade(server, request, socket, head)
    else onLeave(socket)
  })
  server.on('upgrade', listener)
  const endings = [takeUpgradesFirst(server, take), decideUpgrades(server, claim)]
  return {
    detach() {
      server.off('upgrade', listener)
      for (const end of endings) end()
    },
  }
}
