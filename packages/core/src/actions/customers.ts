import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import { handle } from '../dispatch/handle.js'
import { getBanEnd } from '../domain/bans.js'
import { detailsToUpdate } from '../domain/customer-details.js'
import { afterArrival } from '../domain/customers.js'
import { invalidField, ParleyError } from '../errors.js'
import { type Fact, factChat } from '../facts/fact.js'
import type { ActiveChat } from '../model/chat.js'
import type { Customer } from '../model/customer.js'
import type { StorageTransaction } from '../ports/storage.js'
import { customerOfCustomerApiView } from '../views/user.js'
import { activeChatIds } from './access.js'

export const updateCustomer = handle(customerContract.updateCustomer, async (context, request) => {
  const { details, path } = detailsToUpdate(request)
  const { principal, settings, client: origin, now: at } = context
  const geolocation = await context.geolocator.locate(origin.ip)
  const chatIds = await activeChatIds(context)
  return context.commit([principal.id, ...chatIds], async ({ tx }) => {
    const before = await tx.customers.lock(principal.id)
    if (before === undefined) throw new ParleyError('authentication')
    const arrival = { details, origin, at, geolocation }
    const customer = afterArrival(before, arrival, settings, path)
    const isSame = customer === before
    if (!isSame) await tx.customers.updateDetails(customer)
    const limit = settings.limits.activeChatsPerCustomerCount
    const updated = await customerUpdatedFacts(tx, customer, limit)
    const shown = customerOfCustomerApiView({ kind: 'customer', customer, isPresent: true, lastSeenAt: null })
    const response = { customer: shown }
    return isSame ? { response, facts: [], unchanged: updated } : { response, facts: updated }
  })
})

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

/** Bans any customer of the license. The agent needs the scope, but no access to a chat of the customer. */
export const agentBanCustomer = handle(
  agentContract.banCustomer,
  async (context, { customer_id: customerId, ban: { days } }) => {
    const { principal, now } = context
    return context.commit([customerId], async ({ tx }) => {
      const customer = await tx.customers.lock(customerId)
      if (customer?.licenseId !== principal.licenseId)
        throw invalidField({ path: 'payload.customer_id', rule: 'not_found' }, 'does not match any customer')
      return { response: {}, facts: await banCustomer(tx, now, customer, days) }
    })
  },
)
