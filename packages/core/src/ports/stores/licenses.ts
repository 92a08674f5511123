import type { License } from '../../model/license.js'

/** What of a license to change. What is left out stays as it is. */
export type LicenseChanges = Partial<Pick<License, 'name' | 'plan' | 'isInTrial' | 'expiresAt'>>

export interface LicenseReads {
  get(licenseId: number): Promise<License | undefined>
  /** All licenses by ascending id, at most `limit`; only those whose id is greater than `after`. */
  list(limit: number, after?: number): Promise<readonly License[]>
}

export interface LicenseWrites extends LicenseReads {
  /** Allocates the next positive `id`; ids are never reused. */
  insert(license: Omit<License, 'id'>): Promise<License>
  /**
   * Changes the given fields and returns the license after the change; `undefined` when there is none. Fields that are left out
   * keep what other transactions have committed.
   */
  update(licenseId: number, changes: LicenseChanges): Promise<License | undefined>
}
