import type { Settings } from '../../settings.js'
import { parseRoute } from './routes.js'

type ApiLocations = Pick<Settings, 'basePath' | 'paths'>

/** Maximum number of characters of a prefix in an error message. */
const maxShownLength = 128

/**
 * Returns advice for the host when the path would belong to an API with another `baseUrl` (decisions §16.14);
 * `undefined` for any other path.
 */
export function findAdvice(path: string, locations: ApiLocations): string | undefined {
  const { basePath } = locations
  if (basePath !== '' && isApi(basePath + path, locations)) return cutOff(basePath)
  const prefix = prefixBefore(path, locations)
  return prefix === undefined ? undefined : `If Parley is mounted at ${prefix}, ${getBaseUrlAdvice(prefix)}`
}

/** Returns the advice for a host that has mounted Parley at a prefix that `baseUrl` does not contain. */
export function getBaseUrlAdvice(prefix: string): string {
  return `set the option baseUrl to the address that browsers use, with that path: https://example.com${prefix}`
}

function cutOff(basePath: string): string {
  const where = `baseUrl names ${basePath}, and Parley looks at the path as the browser sees it`
  return `${where}: whatever is in front of it must not cut that off, or baseUrl must not name it`
}

/** Returns the prefix that hides an API path, or `undefined` when there is none. */
function prefixBefore(path: string, locations: ApiLocations): string | undefined {
  for (let at = path.indexOf('/', 1); at > 0 && at <= maxShownLength; at = path.indexOf('/', at + 1)) {
    if (isApi(locations.basePath + path.slice(at), locations)) return path.slice(0, at)
  }
  return undefined
}

/** Returns whether the path belongs to an API in an existing version. Hosts may have other paths with similar names. */
function isApi(path: string, { paths }: ApiLocations): boolean {
  const { kind } = parseRoute(path, paths)
  return kind !== 'not_found' && kind !== 'unsupported_version'
}
