import { updateCustomer as contract } from '../../contract/actions/customer.js'
import { handle } from '../../dispatch/handle.js'
import { afterArrival } from '../../domain/customers.js'
import { type Push, toChat } from '../../domain/push.js'
import { ParleyError } from '../../errors.js'
import type { StorageTransaction } from '../../ports/storage.js'
import { customerOfCustomerApiView } from '../../views/user.js'

export const updateCustomer = handle(contract, (context, details) =>
  context.transact(null, async (tx) => {
    const { principal, settings } = context
    const before = await tx.customers.lock(principal.id)
    if (before === undefined) throw new ParleyError('authentication')
    const arrival = { details, origin: context.client, at: context.now }
    const customer = afterArrival(before, arrival, settings, 'payload')
    await tx.customers.updateDetails(customer)
    const shown = customerOfCustomerApiView({ kind: 'customer', customer, isPresent: true, lastSeenAt: null })
    const pushes = await customerPushes(tx, principal.id, settings.limits.activeChatsPerCustomerCount)
    return { response: { customer: shown }, pushes }
  }),
)

/** Once per active chat (decisions §6.15). */
async function customerPushes(
  tx: StorageTransaction,
  customerId: string,
  limit: number,
): Promise<readonly Push[]> {
  const heads = await tx.chats.listActiveHeadsOfCustomer(customerId, limit)
  const pushes: Push[] = []
  for (const head of heads) {
    const chat = await tx.chats.get(head.id)
    for (const user of chat?.users ?? []) {
      if (user.kind !== 'customer' || user.customer.id !== customerId) continue
      pushes.push(toChat(head, { name: 'customer_updated', chatId: head.id, customer: user }))
    }
  }
  return pushes
}
