import type { IncomingMessage } from 'node:http'
import type { Edge } from '@parley/core'
import { splitTarget } from './target.js'

/** A websocket of Parley's, a request that is answered without an upgrade, or somebody else's. */
export type UpgradeClaim = 'websocket' | 'declined' | 'foreign'

/** What an upgrade request is. */
export function claimOf(edge: Edge, { url, headers }: IncomingMessage): UpgradeClaim {
  if (!edge.owns(splitTarget(url ?? '/').path)) return 'foreign'
  // Whatever else is wrong with it, who asks for a websocket is told.
  return /(?:^|,)\s*websocket\s*(?:,|$)/i.test(headers.upgrade ?? '') ? 'websocket' : 'declined'
}
