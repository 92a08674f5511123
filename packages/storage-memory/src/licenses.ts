import type { LicenseReads, LicenseWrites } from '@parley/core'
import { sorted } from './order.js'
import type { Run } from './tables.js'

export const licenseReads = (run: Run): LicenseReads => ({
  get: (licenseId) => run(({ licenses }) => licenses.get(`${licenseId}`)),
  list: (limit) => run(({ licenses }) => sorted(licenses.rows(), ({ id }) => [id, '']).slice(0, limit)),
})

export const licenseWrites = (run: Run): LicenseWrites => ({
  // None is ever removed, so their number is the last id.
  insert: (license) =>
    run(({ licenses }) => {
      const id = licenses.rows().length + 1
      return licenses.insert(`${id}`, Object.assign({ id }, license))
    }),
  setExpiresAt: (licenseId, expiresAt) =>
    run(({ licenses }) => licenses.patch(`${licenseId}`, { expiresAt })),
  ...licenseReads(run),
})
