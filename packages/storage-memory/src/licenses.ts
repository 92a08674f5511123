import type { License, LicenseReads, LicenseWrites } from '@parley/core/storage'
import { sorted } from './order.js'
import type { Run, Tables } from './tables.js'

export const licenseReads = (run: Run): LicenseReads => ({
  get: (licenseId) => run(({ licenses }) => licenses.get(`${licenseId}`)),
  list: (limit, after = 0) =>
    run(({ licenses }) => {
      return byId(licenses)
        .filter(({ id }) => id > after)
        .slice(0, limit)
    }),
})

export const licenseWrites = (run: Run): LicenseWrites => ({
  // Licenses are never removed, so no id is used twice.
  insert: (license) =>
    run(({ licenses }) => {
      const id = (byId(licenses).at(-1)?.id ?? 0) + 1
      return licenses.insert(`${id}`, Object.assign({ id }, license))
    }),
  update: (licenseId, changes) => run(({ licenses }) => licenses.patch(`${licenseId}`, changes)),
  ...licenseReads(run),
})

function byId(licenses: Tables['licenses']): readonly License[] {
  return sorted(licenses.rows(), ({ id }) => [id, ''])
}
