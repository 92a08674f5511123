import type { IncomingMessage } from 'node:http'
import type { UpgradeClaim } from './upgrade-claim.js'

type UpgradeDecision = (request: IncomingMessage) => boolean

/**
 * The part of a server that decides whether a request becomes an 'upgrade' event. Node.js 22.21, 24.9 and newer ask
 * before they stop reading the request as HTTP.
 */
export interface UpgradeDecider {
  shouldUpgradeCallback?: UpgradeDecision
}

/**
 * Makes the server decide upgrades by `claim`. Requests that are not Parley's are decided as before. On older Node.js
 * this does nothing, and every upgrade becomes an event. Returns a function that undoes it.
 */
export function decideUpgrades(
  server: UpgradeDecider,
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
    // Another callback may have been installed on top of this one.
    isOver = true
    if (server.shouldUpgradeCallback === decide) server.shouldUpgradeCallback = before
  }
}
