import type { CustomerReads, CustomerWrites } from '@parley/core/ports'
import { reversed } from './order.js'
import type { Run } from './tables.js'

export const customerReads = (run: Run): CustomerReads => ({
  get: (customerId) => run(({ customers }) => customers.get(customerId)),
  list: (licenseId, limit) =>
    run(({ customers }) => {
      const ofLicense = customers.rows((customer) => customer.licenseId === licenseId)
      return reversed(ofLicense, ({ createdAt, id }) => [createdAt, id]).slice(0, limit)
    }),
})

export const customerWrites = (run: Run): CustomerWrites => ({
  insert: (customer) => run(({ customers }) => void customers.insert(customer.id, customer)),
  lock: (customerId) => run(({ customers }) => customers.get(customerId)),
  updateDetails: ({ id, name, email, fields, visitor }) =>
    run(({ customers }) => void customers.patch(id, { name, email, fields, visitor })),
  setBannedUntil: (customerId, bannedUntil) =>
    run(({ customers }) => customers.patch(customerId, { bannedUntil }) !== undefined),
  ...customerReads(run),
})
