import type { IncomingMessage } from 'node:http'
import type { Edge } from '@parley/core/adapter'
import { splitTarget } from './target.js'

/**
 * Kind of an upgrade request: a websocket of Parley, a request that Parley handles without an upgrade, or one that is
 * not Parley's.
 */
export type UpgradeClaim = 'websocket' | 'declined' | 'foreign'

/** Returns the kind of an upgrade request. */
export function classifyUpgrade(edge: Edge, request: IncomingMessage): UpgradeClaim {
  const path = getPath(request)
  if (!edge.owns(path) || edge.isSocketIo(path)) return 'foreign'
  // A client that asks for a websocket learns of other errors in its request.
  const upgrade = request.headers.upgrade ?? ''
  return /(?:^|,)\s*websocket\s*(?:,|$)/i.test(upgrade) ? 'websocket' : 'declined'
}

/** Returns the path of a request. */
export function getPath({ url }: IncomingMessage): string {
  return splitTarget(url ?? '/').path
}
