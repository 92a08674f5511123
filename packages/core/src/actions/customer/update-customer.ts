import { updateCustomer as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { afterArrival } from '../../domain/customers.js'
import { type Push, toChat } from '../../domain/push.js'
import { ParleyError } from '../../errors.js'
import type { ActiveChat } from '../../ports/stores/chats.js'
import type { Customer } from '../../ports/stores/customers.js'
import { customerOfCustomerApiView } from '../../views/user.js'

export const updateCustomer = handle(contract, (context, details) =>
  context.transact(context.principal.id, async (tx) => {
    const { principal, settings } = context
    const before = await tx.customers.lock(principal.id)
    if (before === undefined) throw new ParleyError('authentication')
    const arrival = { details, origin: context.client, at: context.now }
    const customer = afterArrival(before, arrival, settings, 'payload')
    await tx.customers.updateDetails(customer)
    const limit = settings.limits.activeChatsPerCustomerCount
    const chats = await tx.chats.listActiveOfCustomer(principal.id, limit)
    const shown = customerOfCustomerApiView({ kind: 'customer', customer, isPresent: true, lastSeenAt: null })
    return { response: { customer: shown }, pushes: chats.map((chat) => toldTo(chat, customer)) }
  }),
)

/** Once per active chat (decisions §6.15), each of which the customer is present in. */
function toldTo({ head, lastSeenAt }: ActiveChat, customer: Customer): Push {
  const user = { kind: 'customer', customer, isPresent: true, lastSeenAt } as const
  return toChat(head, { name: 'customer_updated', chatId: head.id, customer: user })
}
