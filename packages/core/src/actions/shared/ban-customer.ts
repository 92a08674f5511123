import { endOfBan } from '../../domain/bans.js'
import type { Fact } from '../../facts/fact.js'
import type { Customer } from '../../model/customer.js'
import type { StorageTransaction } from '../../ports/storage.js'

/**
 * From `at` on, whatever ban there was (decisions §15): so a shorter one shortens it. The transaction has locked the
 * customer; the chats they are in stay as they are.
 */
export async function banCustomer(
  tx: StorageTransaction,
  at: number,
  { id: customerId, licenseId }: Customer,
  days: number,
): Promise<readonly Fact[]> {
  await tx.customers.setBannedUntil(customerId, endOfBan(at, days))
  return [{ name: 'customer_banned', licenseId, customerId, days }]
}
