import { startChat as contract } from '../../contract/actions/customer/index.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { hasDetails } from '../../domain/customers.js'
import { invalid, ParleyError } from '../../errors.js'
import type { Customer } from '../../model/customer.js'
import type { StorageTransaction } from '../../ports/storage.js'
import { customerChatWithThreadView } from '../../views/chat.js'
import { startChat as startIn, toNewChat, withAutoScopes } from '../shared/start-chat.js'
import { readQueue } from './queue.js'

export const startChat = handle(contract, async (context, { chat = {} }) => {
  const scopes = { groups: [...new Set(chat.scopes?.groups)], agents: [] }
  const newChat = await toNewChat(context, chat, scopes)
  // Runs these steps one after the other. Each locks the customer, and waiting for the lock would occupy another
  // database connection.
  return context.commit([context.principal.id], async (change) => {
    const customer = await requireStart(context, change.tx)
    const scoped = await withAutoScopes(context, newChat, customer)
    return startIn(change, scoped, async (stored, thread) => {
      const chat = customerChatWithThreadView(stored, thread, context.viewer)
      return { chat: { ...chat, ...(await readQueue(context, stored.head, change.tx.routing)) } }
    })
  })
})

/** Checks that the customer has sent their details (decisions §6.3) and has fewer chats than the host allows (§6.2). */
async function requireStart(context: ActionContext<'customer'>, tx: StorageTransaction): Promise<Customer> {
  const customer = await tx.customers.lock(context.principal.id)
  if (customer === undefined) throw new ParleyError('authentication')
  if (!hasDetails(customer))
    throw invalid(
      { path: 'payload', rule: 'details_required' },
      'customer details must be sent first (update_customer)',
    )
  const { chatsPerCustomer } = context.settings.limits
  const isLimited = chatsPerCustomer !== Number.POSITIVE_INFINITY
  if (isLimited && (await tx.chats.countByCustomer(customer.id)) >= chatsPerCustomer) {
    throw invalid(
      { path: 'payload', rule: 'limit_reached', limit: chatsPerCustomer },
      `a customer can have at most ${chatsPerCustomer} chats`,
    )
  }
  return customer
}
