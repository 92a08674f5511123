import { getBanEnd } from '../../domain/bans.js'
import type { Fact } from '../../facts/fact.js'
import type { Customer } from '../../model/customer.js'
import type { StorageTransaction } from '../../ports/storage.js'

/**
 * Bans the customer from `at`. A previous ban is replaced, even by a shorter one (decisions §15.19). The transaction must
 * have locked the customer. The customer's chats do not change.
 */
export async function banCustomer(
  tx: StorageTransaction,
  at: number,
  { id: customerId, licenseId }: Customer,
  days: number,
): Promise<readonly Fact[]> {
  await tx.customers.setBannedUntil(customerId, getBanEnd(at, days))
  return [{ name: 'customer_banned', licenseId, customerId, days }]
}
