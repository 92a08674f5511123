import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Edge } from '@parley/core/adapter'
import {
  attachedEdges,
  isFirstAttachment,
  type ListenerSource,
  markListener,
  type UpgradeListener,
} from './attached.js'
import { type CheckedServer, checkAttachment, checkPathsFree } from './check-attachment.js'
import { declineUpgrade } from './declined-upgrade.js'
import { createAcceptor, type UpgradeServer } from './upgrade.js'
import { classifyUpgrade, getPath, type UpgradeClaim } from './upgrade-claim.js'
import { decideUpgrades } from './upgrade-decision.js'
import { interceptUpgrades, type TryUpgrade, type UpgradeEmitter } from './upgrade-precedence.js'

/** The part of a Node.js server with HTTP/1.1 that is needed to receive upgrades. */
export interface UpgradeSource extends UpgradeServer, ListenerSource, CheckedServer {
  emit: UpgradeServer['emit'] & UpgradeEmitter['emit']
  on(event: 'upgrade', listener: UpgradeListener): unknown
  off(event: 'upgrade', listener: UpgradeListener): unknown
}

/** Handle that `attachRtm` returns. */
export interface RtmAttachment {
  /** Stops taking upgrades. Open connections stay open until the engine or the peer closes them. */
  detach(): void
}

/**
 * Serves RTM on a server of the host. Upgrades on Parley's paths are taken before any other listener sees them:
 * websockets are served, and other upgrades get the response of a plain request.
 *
 * Other upgrades are left to the host's 'upgrade' listeners. When there are none, the server handles them as plain
 * requests too. Throws a `ParleyConfigError` when `server` is not a server, does not speak HTTP/1.1, or already has an
 * engine with the same paths.
 */
export function attachRtm(server: UpgradeSource, edge: Edge): RtmAttachment {
  checkAttachment('attachRtm', server, edge)
  checkPathsFree('attachRtm', attachedEdges(server), edge)
  return attachUpgrades(server, edge, () => {})
}

/** Does the same as `attachRtm`. `onLeave` is called with each connection that no longer speaks HTTP. */
export function attachUpgrades(
  server: UpgradeSource,
  edge: Edge,
  onLeave: (socket: Duplex) => void,
): RtmAttachment {
  const accept = createAcceptor(edge)
  const take: TryUpgrade = (request, socket, head) => {
    const claimed = classifyUpgrade(edge, request)
    if (claimed === 'foreign') return false
    if (claimed === 'declined') declineUpgrade(server, request, socket, head)
    else {
      onLeave(socket)
      accept(request, socket, head)
    }
    return true
  }
  const isUnclaimed = (request: IncomingMessage) =>
    isFirstAttachment(server, listener) &&
    !attachedEdges(server).some((other) => other.owns(getPath(request)))
  const claim = (request: IncomingMessage): UpgradeClaim => {
    const claimed = classifyUpgrade(edge, request)
    // Node.js leaves the socket to the listeners, without a timeout. Without a response it would stay open forever.
    return claimed === 'foreign' && isUnclaimed(request) ? 'declined' : claimed
  }
  const listener = markListener(edge, (request, socket, head) => {
    if (isUnclaimed(request)) declineUpgrade(server, request, socket, head)
    else onLeave(socket)
  })
  server.on('upgrade', listener)
  const endings = [interceptUpgrades(server, take), decideUpgrades(server, claim)]
  return {
    detach() {
      server.off('upgrade', listener)
      for (const end of endings) end()
    },
  }
}
