import type { IncomingMessage } from 'node:http'
import type { Edge } from '@parley/core'
import { splitTarget } from './target.js'

/** A websocket of Parley's, a request that is answered without an upgrade, or somebody else's. */
export type UpgradeClaim = 'websocket' | 'declined' | 'foreign'

/** What an upgrade request is. */
export function claimOf(edge: Edge, request: IncomingMessage): UpgradeClaim {
  const path = pathOf(request)
  if (!edge.owns(path) || edge.isSocketIo(path)) return 'foreign'
  // Whatever else is wrong with it, who asks for a websocket is told.
  const upgrade = request.headers.upgrade ?? ''
  return /(?:^|,)\s*websocket\s*(?:,|$)/i.test(upgrade) ? 'websocket' : 'declined'
}

export function pathOf({ url }: IncomingMessage): string {
  return splitTarget(url ?? '/').path
}
