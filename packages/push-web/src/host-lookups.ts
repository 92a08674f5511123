import type { LookupFunction } from 'node:net'
import { type HostAddress, isPublicAddress } from '@parley/core/ports'

export interface HostLookupsDependencies {
  /** Rejects where a host has no address, or no name server answers. */
  readonly resolve: (host: string) => Promise<readonly HostAddress[]>
  readonly allowPrivateTargets: boolean
}

/** Look-ups of one license at a time: its agents name hosts, and name servers of some may never answer. */
const perLicenseCount = 4

interface LicenseLookups {
  runningCount: number
  readonly waiting: (() => void)[]
}

/** Looks hosts of push services up, for the sockets that are connected to them. */
export class HostLookups {
  readonly #dependencies: HostLookupsDependencies
  readonly #licenses = new Map<number, LicenseLookups>()

  constructor(dependencies: HostLookupsDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * The look-up of one request: it waits for its turn among those of its license, until `signal` is aborted. It answers the very
   * addresses that are connected to, so that no later answer of the DNS counts.
   */
  of(licenseId: number, signal: AbortSignal): LookupFunction {
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

  /** Whoever waits first takes the place over. */
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
