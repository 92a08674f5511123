import { factChat } from '../../facts/fact.js'
import type { ActiveChat } from '../../model/chat.js'
import type { Customer } from '../../model/customer.js'
import type { StorageTransaction } from '../../ports/storage.js'

/**
 * Returns one fact for each active chat that the customer is a member of (decisions §6.15). The transaction must have
 * locked these chats.
 */
export async function customerUpdatedFacts(tx: StorageTransaction, customer: Customer, maxChats: number) {
  const chats = await tx.chats.listActiveByCustomer(customer.id, maxChats)
  return chats.map((chat) => factOf(chat, customer))
}

function factOf({ head, lastSeenAt }: ActiveChat, customer: Customer) {
  const user = { kind: 'customer', customer, isPresent: true, lastSeenAt } as const
  return { name: 'customer_updated', chat: factChat(head), customer: user } as const
}
