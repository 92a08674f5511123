import type { Edge } from '@parley/core/adapter'
import type { MiddlewareRequest } from './middleware-request.js'
import { splitTarget } from './target.js'

/**
 * Returns the path at which a framework has mounted Parley when `baseUrl` does not include it, or `undefined`. In that
 * case `path`, as the browser sees it, is not Parley's, but the path that the framework has shortened is.
 */
export function findUnnamedPrefix(
  { originalUrl, url }: MiddlewareRequest,
  path: string,
  edge: Edge,
): string | undefined {
  if (originalUrl === undefined || url === undefined || originalUrl === url) return undefined
  const cut = splitTarget(url).path
  return path.endsWith(cut) && edge.owns(cut) ? path.slice(0, -cut.length) : undefined
}
