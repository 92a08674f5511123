import type { Customer, CustomerReads, CustomerWrites } from '@parley/core/ports'
import { compare, type Place, reversed } from './order.js'
import type { Run } from './tables.js'

const placeOf = ({ createdAt, id }: Pick<Customer, 'createdAt' | 'id'>): Place => [createdAt, id]

export const customerReads = (run: Run): CustomerReads => ({
  get: (customerId) => run(({ customers }) => customers.get(customerId)),
  list: (licenseId, limit, after) =>
    run(({ customers }) => {
      const follows = (one: Customer) => after === undefined || compare(placeOf(one), placeOf(after)) < 0
      const following = customers.rows((customer) => customer.licenseId === licenseId && follows(customer))
      return reversed(following, placeOf).slice(0, limit)
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
