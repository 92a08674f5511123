import { concerns, type Whose } from '../domain/whose.js'
import type { AgentStanding, EndCause, PushTarget } from './push-target.js'
import type { PushTargets } from './push-targets.js'

/** A change to open connections. */
export type ConnectionChange =
  | {
      readonly kind: 'end'
      readonly whose: Whose
      readonly cause: EndCause
      /** Whether their agents stay logged in during the grace period. */
      readonly hasGrace: boolean
    }
  | { readonly kind: 'expire'; readonly licenseExpiresAt: number | null }
  | { readonly kind: 'agent'; readonly agentId: string; readonly standing: AgentStanding }

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
  if (change.kind === 'agent') return targets.ofAgent(licenseId, change.agentId)
  if (change.kind === 'end' && change.whose.kind === 'agent') {
    return targets.ofAgent(licenseId, change.whose.agentId)
  }
  if (change.kind === 'end' && change.whose.kind === 'customer') {
    return targets.ofCustomer(licenseId, change.whose.customerId)
  }
  // Copies the set, because ending a connection removes it.
  return [...targets.ofLicense(licenseId)]
}

function changeConnection(targets: PushTargets, target: PushTarget, change: ConnectionChange): void {
  if (change.kind === 'expire') {
    target.licenseExpiresAt(change.licenseExpiresAt)
  } else if (change.kind === 'agent') {
    targets.change(target, () => target.standAs(change.standing))
  } else if (concerns(change.whose, target.caller.principal, target.tokenHash)) {
    // Removing the connection before it ends is how its departure is known to be without a grace period.
    if (!change.hasGrace) targets.remove(target)
    target.end(change.cause)
  }
}
