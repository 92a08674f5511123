import type { LookupFunction } from 'node:net'
import { type HostAddress, isPublicAddress } from '@parley/core/ports'

/** Dependencies of `HostLookups`. */
export interface HostLookupsDependencies {
  /** Returns the addresses of a host. Rejects when it has none or no name server responds. */
  readonly resolve: (host: string) => Promise<readonly HostAddress[]>
  /** Whether private addresses are accepted. */
  readonly allowPrivateTargets: boolean
}

/**
 * Maximum number of concurrent look-ups per license. Agents choose the hosts, and some name servers may never respond.
 */
const perLicenseCount = 4

interface LicenseLookups {
  runningCount: number
  readonly waiting: (() => void)[]
}

/** Looks up the hosts of push services for the sockets that connect to them, with a limit per license. */
export class HostLookups {
  readonly #dependencies: HostLookupsDependencies
  readonly #licenses = new Map<number, LicenseLookups>()

  constructor(dependencies: HostLookupsDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns the look-up function for one request. It waits for a free slot of the license until `signal` is aborted.
   * The socket connects to the very addresses that were checked, so a later DNS response cannot redirect it.
   */
  createLookup(licenseId: number, signal: AbortSignal): LookupFunction {
    return (hostname, { all }, callback) => {
      this.#addressesOf(hostname, licenseId, signal).then(
        (addresses) => {
          const [first] = addresses
          if (first === undefined) callback(new Error(`${hostname} has no address`), '')
          else if (all === true) callback(null, [...addresses])
          else callback(null, first.address, first.family)
        },
        (cause: unknown) => callback(cause instanceof Error ? cause : new Error(String(cause)), ''),
      )
    }
  }

  async #addressesOf(
    hostname: string,
    licenseId: number,
    signal: AbortSignal,
  ): Promise<readonly HostAddress[]> {
    const license = this.#licenseOf(licenseId)
    if (license.runningCount < perLicenseCount) license.runningCount += 1
    else await new Promise<void>((enter) => license.waiting.push(enter))
    try {
      signal.throwIfAborted()
      const addresses = await this.#dependencies.resolve(hostname)
      const arePublic = addresses.every(({ address }) => isPublicAddress(address))
      if (this.#dependencies.allowPrivateTargets || arePublic) return addresses
      throw new Error(`${hostname} has an address that is not public`)
    } finally {
      this.#leave(licenseId, license)
    }
  }

  #licenseOf(licenseId: number): LicenseLookups {
    const license = this.#licenses.get(licenseId) ?? { runningCount: 0, waiting: [] }
    this.#licenses.set(licenseId, license)
    return license
  }

  /** Frees a slot. The request that has waited longest takes it over. */
  #leave(licenseId: number, license: LicenseLookups): void {
    const next = license.waiting.shift()
    if (next !== undefined) {
      next()
      return
    }
    license.runningCount -= 1
    if (license.runningCount === 0) this.#licenses.delete(licenseId)
  }
}
