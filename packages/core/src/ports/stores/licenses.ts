import type { License } from '../../model/license.js'

/** The fields of a license to change. Fields that are left out stay as they are. */
export type LicenseChanges = Partial<Pick<License, 'name' | 'plan' | 'isInTrial' | 'expiresAt'>>

/** Reads licenses. */
export interface LicenseReads {
  /** Returns the license, or `undefined`. */
  get(licenseId: number): Promise<License | undefined>
  /** Returns licenses by ascending id, at most `limit`, and only those with an id greater than `after`. */
  list(limit: number, after?: number): Promise<readonly License[]>
}

/** Writes licenses. */
export interface LicenseWrites extends LicenseReads {
  /** Stores a license under the next positive `id`. Ids are never used again. */
  insert(license: Omit<License, 'id'>): Promise<License>
  /**
   * Changes the given fields and returns the license after the change; `undefined` when there is none. Fields that are
   * left out keep what other transactions have committed.
   */
  update(licenseId: number, changes: LicenseChanges): Promise<License | undefined>
}
