import { invalid } from '../errors.js'
import type { Bus } from '../ports/bus.js'
import type { Clock } from '../ports/clock.js'
import type { Storage } from '../ports/storage.js'
import type { License } from '../ports/stores/licenses.js'
import type { BusMessage } from '../push/bus-message.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkOptions } from './check-options.js'
import { type NewLicenseOptions, optionSchemas } from './options.js'

const listLimit = 1_000

/** The tenants of this installation. */
export class LicenseAdmin {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #bus: Bus<BusMessage>
  readonly #settings: Settings

  constructor(storage: Storage, clock: Clock, bus: Bus<BusMessage>, settings: Settings) {
    this.#storage = storage
    this.#clock = clock
    this.#bus = bus
    this.#settings = settings
  }

  async create(options: NewLicenseOptions): Promise<License> {
    checkOptions(optionSchemas.license, options, this.#settings.limits)
    const { name, plan = 'standard', isInTrial = false, expiresAt } = options
    const at = expiresAt === undefined ? null : instantOf(expiresAt)
    const license = { name, plan, isInTrial, createdAt: this.#clock.now(), expiresAt: at }
    return this.#storage.transaction((tx) => tx.licenses.insert(license))
  }

  /** `null`: unlimited. Past it the APIs refuse and agents are disconnected with `license_expired`. */
  async setExpiresAt(licenseId: number, expiresAt: Date | null): Promise<License> {
    checkArgument('licenseId', licenseId, this.#settings.limits)
    const at = expiresAt === null ? null : instantOf(expiresAt)
    const license = await this.#storage.transaction((tx) => tx.licenses.setExpiresAt(licenseId, at))
    if (license === undefined) throw invalid('licenseId names no license')
    this.#bus.publish(licenseId, { kind: 'license_changed', expiresAt: at })
    return license
  }

  async get(licenseId: number): Promise<License | undefined> {
    checkArgument('licenseId', licenseId, this.#settings.limits)
    return this.#storage.read.licenses.get(licenseId)
  }

  /** At most 1,000, by ascending id. */
  list(): Promise<readonly License[]> {
    return this.#storage.read.licenses.list(listLimit)
  }
}

/** Of a caller without types it may be anything. */
function instantOf(date: unknown): number {
  const at = date instanceof Date ? date.getTime() : Number.NaN
  if (!Number.isSafeInteger(at)) throw invalid('expiresAt is not a date')
  return at
}
