import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { pageIds } from '../domain/page-ids.js'
import { invalid, invalidField } from '../errors.js'
import type { License as StoredLicense } from '../model/license.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { LicenseChanges } from '../ports/stores/licenses.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkInput } from './check-input.js'
import { type License, toLicense } from './entities/license.js'
import {
  type CreateLicenseInput,
  createLicense,
  type ListLicensesInput,
  listLicenses,
  type UpdateLicenseInput,
  updateLicense,
} from './inputs/license.js'
import type { Page } from './inputs/page.js'
import { mapPage, readPage } from './pages.js'

const pages = pageIds('licenses', ['integer'])

/** Manages the licenses of the installation. */
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

  /** Creates a license. It is a tenant of its own: no other license sees anything of it. */
  async create(input: CreateLicenseInput): Promise<License> {
    checkInput(createLicense, input, this.#settings.limits)
    const { name, plan = 'standard', isInTrial = false, expiresAt = null } = input
    const createdAt = this.#clock.now()
    const license = { name, plan, isInTrial, createdAt, expiresAt: instantOf(expiresAt) }
    return this.#changes.commit(systemOrigin, createdAt, [], async (tx) => {
      return { response: toLicense(await tx.licenses.insert(license)), facts: [] }
    })
  }

  /** Returns the license, or `undefined`. */
  async get(licenseId: number): Promise<License | undefined> {
    checkArgument('licenseId', licenseId, this.#settings.limits)
    const license = await this.#read.licenses.get(licenseId)
    return license && toLicense(license)
  }

  /** Lists the licenses by ascending id. */
  async list(input: ListLicensesInput = {}): Promise<Page<License>> {
    checkInput(listLicenses, input, this.#settings.limits)
    const page = await readPage(input, {
      pageIds: pages,
      keyOf: ({ id }: StoredLicense) => [id],
      read: (limit, after) => this.#read.licenses.list(limit, after?.[0]),
    })
    return mapPage(page, toLicense)
  }

  /**
   * Changes a license. Once it has expired the APIs refuse its requests, and its connections end with
   * `license_expired`. `validation` for a license that does not exist.
   */
  async update(licenseId: number, input: UpdateLicenseInput): Promise<License> {
    checkArgument('licenseId', licenseId, this.#settings.limits)
    checkInput(updateLicense, input, this.#settings.limits)
    const changes = changesOf(input)
    return this.#changes.commit(systemOrigin, this.#clock.now(), [String(licenseId)], async (tx) => {
      const license = await tx.licenses.update(licenseId, changes)
      if (license === undefined)
        throw invalidField({ path: 'licenseId', rule: 'not_found' }, 'does not match any license')
      const { expiresAt } = license
      return { response: toLicense(license), facts: [{ name: 'license_updated', licenseId, expiresAt }] }
    })
  }
}

function changesOf({ name, plan, isInTrial, expiresAt }: UpdateLicenseInput): LicenseChanges {
  return {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan }),
    ...(isInTrial !== undefined && { isInTrial }),
    ...(expiresAt !== undefined && { expiresAt: instantOf(expiresAt) }),
  }
}

/** Returns the instant of a date. A caller without types can pass anything. */
function instantOf(date: unknown): number | null {
  if (date === null) return null
  const at = date instanceof Date ? date.getTime() : Number.NaN
  if (!Number.isSafeInteger(at))
    throw invalid({ path: 'input.expiresAt', rule: 'wrong_type' }, 'expiresAt is not a date')
  return at
}
