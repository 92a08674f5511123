import type { Edge } from '@parley/core'
import type { MiddlewareRequest } from './middleware-request.js'
import { splitTarget } from './target.js'

/**
 * Where a framework has mounted Parley, if `baseUrl` does not name that: the path as the browser sees it, `path`, is not
 * Parley's, and the one that the framework has cut is.
 */
export function unnamedPrefixOf(
  { originalUrl, url }: MiddlewareRequest,
  path: string,
  edge: Edge,
): string | undefined {
  if (originalUrl === undefined || url === undefined || originalUrl === url) return undefined
  const cut = splitTarget(url).path
  return path.endsWith(cut) && edge.owns(cut) ? path.slice(0, -cut.length) : undefined
}
