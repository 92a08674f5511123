import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { pageIds } from '../domain/page-ids.js'
import { invalid } from '../errors.js'
import type { License } from '../model/license.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkOptions } from './check-options.js'
import { type NewLicenseOptions, optionSchemas } from './options.js'
import { type Page, type PageOptions, readPage } from './pages.js'

const pages = pageIds('licenses', ['integer'])

/** The tenants of this installation. */
export class LicenseAdmin {
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #settings: Settings

  constructor(dependencies: { read: StorageReads; changes: Changes; clock: Clock; settings: Settings }) {
    this.#read = dependencies.read
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#settings = dependencies.settings
  }

  /** Creates a license, which is a tenant of its own: nothing of it is seen by another one. */
  async create(options: NewLicenseOptions): Promise<License> {
    checkOptions(optionSchemas.license, options, this.#settings.limits)
    const { name, plan = 'standard', isInTrial = false, expiresAt } = options
    const at = expiresAt === undefined ? null : instantOf(expiresAt)
    const createdAt = this.#clock.now()
    const license = { name, plan, isInTrial, createdAt, expiresAt: at }
    return this.#changes.commit(systemOrigin, createdAt, [], async (tx) => {
      return { response: await tx.licenses.insert(license), facts: [] }
    })
  }

  /**
   * Sets when the license ends; `null`: never. From then on the APIs refuse, and agents are disconnected with
   * `license_expired`.
   */
  async setExpiresAt(licenseId: number, expiresAt: Date | null): Promise<License> {
    checkArgument('licenseId', licenseId, this.#settings.limits)
    const at = expiresAt === null ? null : instantOf(expiresAt)
    return this.#changes.commit(systemOrigin, this.#clock.now(), [String(licenseId)], async (tx) => {
      const license = await tx.licenses.setExpiresAt(licenseId, at)
      if (license === undefined) throw invalid('licenseId names no license')
      return { response: license, facts: [{ name: 'license_updated', licenseId, expiresAt: at }] }
    })
  }

  /** Returns the license, or `undefined`. */
  async get(licenseId: number): Promise<License | undefined> {
    checkArgument('licenseId', licenseId, this.#settings.limits)
    return this.#read.licenses.get(licenseId)
  }

  /** Lists the licenses by ascending id. */
  async list(page: PageOptions = {}): Promise<Page<License>> {
    return readPage(page, this.#settings.limits, {
      pageIds: pages,
      keyOf: ({ id }) => [id],
      read: (limit, after) => this.#read.licenses.list(limit, after?.[0]),
    })
  }
}

/** Of a caller without types it may be anything. */
function instantOf(date: unknown): number {
  const at = date instanceof Date ? date.getTime() : Number.NaN
  if (!Number.isSafeInteger(at)) throw invalid('expiresAt is not a date')
  return at
}
