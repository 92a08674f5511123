import { invalid } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Storage } from '../ports/storage.js'
import type { License } from '../ports/stores/licenses.js'

export interface NewLicenseOptions {
  readonly name: string
  /** Shown to agents at login. Default: `standard`. */
  readonly plan?: string
  /** Default: false. */
  readonly isInTrial?: boolean
  /** Default: unlimited. */
  readonly expiresAt?: Date
}

const listLimit = 1_000

/** The tenants of this installation. */
export class LicenseAdmin {
  readonly #storage: Storage
  readonly #clock: Clock

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
  }

  create({ name, plan = 'standard', isInTrial = false, expiresAt }: NewLicenseOptions): Promise<License> {
    if (name === '') throw invalid('name must not be empty')
    const license = {
      name,
      plan,
      isInTrial,
      createdAt: this.#clock.now(),
      expiresAt: expiresAt?.getTime() ?? null,
    }
    return this.#storage.transaction((tx) => tx.licenses.insert(license))
  }

  get(licenseId: number): Promise<License | undefined> {
    return this.#storage.read.licenses.get(licenseId)
  }

  /** At most 1,000, by ascending id. */
  list(): Promise<readonly License[]> {
    return this.#storage.read.licenses.list(listLimit)
  }
}
