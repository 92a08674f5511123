import { concerns, type Whose } from '../domain/whose.js'
import type { EndOfSession } from './push-target.js'
import type { Sessions } from './sessions.js'

/** What becomes of connections that live. */
export type SessionChange =
  | {
      readonly kind: 'end'
      readonly whose: Whose
      readonly cause: EndOfSession
      /** Whether their agents stay logged in for as long as somebody may come back. */
      readonly hasGrace: boolean
    }
  | { readonly kind: 'expire'; readonly licenseExpiresAt: number | null }

/** Of the connections of one license on this node. */
export function changeSessions(sessions: Sessions, licenseId: number, change: SessionChange): void {
  // Whoever ends is taken out of what is walked through.
  const targets = [...sessions.ofLicense(licenseId)]
  if (change.kind === 'expire') {
    for (const target of targets) target.licenseExpiresAt(change.licenseExpiresAt)
    return
  }
  for (const target of targets) {
    if (!concerns(change.whose, target.caller.principal, target.tokenHash)) continue
    // Removed first: then nothing is written about leaving.
    if (!change.hasGrace) sessions.remove(target)
    target.end(change.cause)
  }
}
