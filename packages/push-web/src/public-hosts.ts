import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '@parley/core/ports'

/** A subscription names whatever its browser, or somebody in its place, has told: nothing of ours may be reached by it. */

/** Throws where the host is an address that is not public. Names are judged when they are looked up. */
export function requirePublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is not a public address`)
}

/** Answers public addresses alone: those that are connected to, so that no later answer of the DNS counts. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = error === null ? addresses : []
    if (error !== null) callback(error, '')
    else if (first === undefined || !addresses.every(isPublic)) {
      callback(new Error(`${hostname} has an address that is not public`), '')
    } else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

function isPublic({ address }: LookupAddress): boolean {
  return isPublicAddress(address)
}
