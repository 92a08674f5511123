import { isIP } from 'node:net'
import { isPublicAddress } from '@parley/core/ports'

/** A subscription names whatever its browser, or somebody in its place, has told: nothing of ours may be reached by it. */

/** Throws where the host is an address that is not public. Names are judged when they are looked up. */
export function requirePublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is not a public address`)
}
