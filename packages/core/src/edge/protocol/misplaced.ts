import type { Settings } from '../../settings.js'
import { routeOf } from './routes.js'

type Places = Pick<Settings, 'basePath' | 'paths'>

/** Longer ones are not worth showing. */
const maxShownLength = 128

/**
 * What a host may have to mend where a path is not Parley's that would be one of its APIs with another `baseUrl`
 * (decisions §16.14); `undefined` for any other path.
 */
export function adviceOn(path: string, places: Places): string | undefined {
  const { basePath } = places
  if (basePath !== '' && isApi(basePath + path, places)) return cutOff(basePath)
  const prefix = prefixBefore(path, places)
  return prefix === undefined ? undefined : `If Parley is mounted at ${prefix}, ${setBaseUrl(prefix)}`
}

/** For who has mounted Parley at a prefix that `baseUrl` does not name. */
export function setBaseUrl(prefix: string): string {
  return `set the option baseUrl to the address that browsers use, with that path: https://example.com${prefix}`
}

function cutOff(basePath: string): string {
  const where = `baseUrl names ${basePath}, and Parley looks at the path as the browser sees it`
  return `${where}: whatever is in front of it must not cut that off, or baseUrl must not name it`
}

/** What stands before the first part of the path that would do. */
function prefixBefore(path: string, places: Places): string | undefined {
  for (let at = path.indexOf('/', 1); at > 0 && at <= maxShownLength; at = path.indexOf('/', at + 1)) {
    if (isApi(places.basePath + path.slice(at), places)) return path.slice(0, at)
  }
  return undefined
}

/** In a version that exists: hosts have other paths with such names. */
function isApi(path: string, { paths }: Places): boolean {
  const { kind } = routeOf(path, paths)
  return kind !== 'not_found' && kind !== 'unsupported_version'
}
