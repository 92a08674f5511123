import type { Customer, CustomerReads, CustomerWrites } from '@parley/core/storage'
import { compare, reversed, type SortKey } from './order.js'
import type { Run, Tables } from './tables.js'

const sortKeyOf = ({ createdAt, id }: Pick<Customer, 'createdAt' | 'id'>): SortKey => [createdAt, id]

export const customerReads = (run: Run): CustomerReads => ({
  get: (customerId) => run(({ customers }) => customers.get(customerId)),
  getByExternalId: (licenseId, externalId) => run((tables) => holderOf(tables, licenseId, externalId)),
  list: (licenseId, limit, after) =>
    run(({ customers }) => {
      const follows = (one: Customer) => after === undefined || compare(sortKeyOf(one), sortKeyOf(after)) < 0
      const following = customers.rows((customer) => customer.licenseId === licenseId && follows(customer))
      return reversed(following, sortKeyOf).slice(0, limit)
    }),
})

export const customerWrites = (run: Run): CustomerWrites => ({
  insert: (customer) =>
    run((tables) => {
      if (isTaken(tables, customer)) return 'duplicate'
      tables.customers.insert(customer.id, customer)
      return 'inserted'
    }),
  setExternalId: ({ id, licenseId }, externalId) =>
    run((tables) => {
      if (isTaken(tables, { id, licenseId, externalId })) return 'duplicate'
      tables.customers.patch(id, { externalId })
      return 'written'
    }),
  lock: (customerId) => run(({ customers }) => customers.get(customerId)),
  updateDetails: ({ id, name, email, fields, visitor }) =>
    run(({ customers }) => void customers.patch(id, { name, email, fields, visitor })),
  setBannedUntil: (customerId, bannedUntil) =>
    run(({ customers }) => customers.patch(customerId, { bannedUntil }) !== undefined),
  ...customerReads(run),
})

function holderOf({ customers }: Tables, licenseId: number, externalId: string): Customer | undefined {
  return customers.rows((one) => one.licenseId === licenseId && one.externalId === externalId)[0]
}

function isTaken(
  tables: Tables,
  { id, licenseId, externalId }: Pick<Customer, 'id' | 'licenseId' | 'externalId'>,
): boolean {
  if (externalId === null) return false
  const holder = holderOf(tables, licenseId, externalId)
  return holder !== undefined && holder.id !== id
}
