import { concerns, type Whose } from '../domain/whose.js'
import type { AgentStanding, EndCause, PushTarget } from './push-target.js'
import type { PushTargets } from './push-targets.js'

/** What becomes of connections that live. */
export type ConnectionChange =
  | {
      readonly kind: 'end'
      readonly whose: Whose
      readonly cause: EndCause
      /** Whether their agents stay logged in for as long as somebody may come back. */
      readonly hasGrace: boolean
    }
  | { readonly kind: 'expire'; readonly licenseExpiresAt: number | null }
  | { readonly kind: 'agent'; readonly agentId: string; readonly standing: AgentStanding }

/** Of the connections of one license on this node. `failed`: of one of them, which keeps no other from it. */
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

/** All whom it is about, and maybe others; those of one user are found without a walk through the license. */
function concerned(targets: PushTargets, licenseId: number, change: ConnectionChange): readonly PushTarget[] {
  if (change.kind === 'agent') return targets.ofAgent(licenseId, change.agentId)
  if (change.kind === 'end' && change.whose.kind === 'agent') {
    return targets.ofAgent(licenseId, change.whose.agentId)
  }
  if (change.kind === 'end' && change.whose.kind === 'customer') {
    return targets.ofCustomer(licenseId, change.whose.customerId)
  }
  // Whoever ends is taken out of what is walked through.
  return [...targets.ofLicense(licenseId)]
}

function changeConnection(targets: PushTargets, target: PushTarget, change: ConnectionChange): void {
  if (change.kind === 'expire') {
    target.licenseExpiresAt(change.licenseExpiresAt)
  } else if (change.kind === 'agent') {
    targets.change(target, () => target.standAs(change.standing))
  } else if (concerns(change.whose, target.caller.principal, target.tokenHash)) {
    // Removed first: that is how their leaving is known to be without grace.
    if (!change.hasGrace) targets.remove(target)
    target.end(change.cause)
  }
}
