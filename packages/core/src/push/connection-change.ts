import { type SessionSelector, selects } from '../domain/session-selector.js'
import type { AgentAccess, EndCause, PushTarget } from './push-target.js'
import type { PushTargets } from './push-targets.js'

/** A change to open connections. */
export type ConnectionChange =
  | {
      readonly kind: 'end'
      readonly selector: SessionSelector
      readonly cause: EndCause
      /** Whether their agents stay logged in during the grace period. */
      readonly hasGrace: boolean
    }
  | { readonly kind: 'expire'; readonly licenseExpiresAt: number | null }
  | { readonly kind: 'agent'; readonly agentId: string; readonly access: AgentAccess }

/**
 * Applies a change to the connections of one license on this node. `failed` is called when it fails for one connection;
 * the others are still changed.
 */
export function changeConnections(
  targets: PushTargets,
  licenseId: number,
  change: ConnectionChange,
  failed: (cause: unknown) => void,
): void {
  for (const target of concerned(targets, licenseId, change)) {
    try {
      changeConnection(targets, target, change)
    } catch (cause) {
      failed(cause)
    }
  }
}

/**
 * Returns all affected connections, and possibly others. Those of a single user are found without scanning the license.
 */
function concerned(targets: PushTargets, licenseId: number, change: ConnectionChange): readonly PushTarget[] {
  if (change.kind === 'agent') return targets.listByAgent(licenseId, change.agentId)
  if (change.kind === 'end' && change.selector.kind === 'agent') {
    return targets.listByAgent(licenseId, change.selector.agentId)
  }
  if (change.kind === 'end' && change.selector.kind === 'customer') {
    return targets.listByCustomer(licenseId, change.selector.customerId)
  }
  // Copies the set, because ending a connection removes it.
  return [...targets.listByLicense(licenseId)]
}

function changeConnection(targets: PushTargets, target: PushTarget, change: ConnectionChange): void {
  if (change.kind === 'expire') {
    target.licenseExpiresAt(change.licenseExpiresAt)
  } else if (change.kind === 'agent') {
    targets.change(target, () => target.setAccess(change.access))
  } else if (selects(change.selector, target.caller.principal, target.tokenHash)) {
    // Removing the connection before it ends is how its departure is known to be without a grace period.
    if (!change.hasGrace) targets.remove(target)
    target.end(change.cause)
  }
}
