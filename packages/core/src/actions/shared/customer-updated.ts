import { factChat } from '../../facts/fact.js'
import type { StorageTransaction } from '../../ports/storage.js'
import type { ActiveChat } from '../../ports/stores/chats.js'
import type { Customer } from '../../ports/stores/customers.js'

/** Once per active chat (decisions §6.15), each of which the customer is present in. The transaction has locked them. */
export async function customerUpdatedFacts(tx: StorageTransaction, customer: Customer, maxChats: number) {
  const chats = await tx.chats.listActiveOfCustomer(customer.id, maxChats)
  return chats.map((chat) => toldIn(chat, customer))
}

function toldIn({ head, lastSeenAt }: ActiveChat, customer: Customer) {
  const user = { kind: 'customer', customer, isPresent: true, lastSeenAt } as const
  return { name: 'customer_updated', chat: factChat(head), customer: user } as const
}
