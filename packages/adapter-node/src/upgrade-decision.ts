import type { IncomingMessage } from 'node:http'
import type { UpgradeClaim } from './upgrade-claim.js'

type UpgradeDecision = (request: IncomingMessage) => boolean

/** Node.js from 22.21 and 24.9 on: asks whether a request becomes an 'upgrade' event, while it can still read it. */
export interface UpgradeAsker {
  shouldUpgradeCallback?: UpgradeDecision
}

/**
 * Where the server asks, it is told of claimed requests; on the others it decides as before. Elsewhere every upgrade
 * becomes an event. Returns what takes it back.
 */
export function decideUpgrades(
  server: UpgradeAsker,
  claim: (request: IncomingMessage) => UpgradeClaim,
): () => void {
  const before = server.shouldUpgradeCallback
  if (before === undefined) return () => {}
  let isOver = false
  const decide: UpgradeDecision = (request) => {
    const claimed = isOver ? 'foreign' : claim(request)
    return claimed === 'foreign' ? before.call(server, request) : claimed === 'websocket'
  }
  server.shouldUpgradeCallback = decide
  return () => {
    // Somebody else may have put theirs before this one.
    isOver = true
    if (server.shouldUpgradeCallback === decide) server.shouldUpgradeCallback = before
  }
}
