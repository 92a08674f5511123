import type { License } from '../../model/license.js'

export interface LicenseReads {
  get(licenseId: number): Promise<License | undefined>
  /** All licenses by ascending id, at most `limit`; only those whose id is greater than `after`. */
  list(limit: number, after?: number): Promise<readonly License[]>
}

export interface LicenseWrites extends LicenseReads {
  /** Allocates the next positive `id`; ids are never reused. */
  insert(license: Omit<License, 'id'>): Promise<License>
  /** The license after it, `undefined` when there is none. */
  setExpiresAt(licenseId: number, expiresAt: number | null): Promise<License | undefined>
}
