import { isIP } from 'node:net'
import { isPublicAddress } from '@parley/core/ports'

/**
 * Throws when the host is an address that is not public. A subscription comes from a browser and could name an internal
 * address. Host names are checked when they are looked up.
 */
export function requirePublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is not a public address`)
}
