import { updateCustomer as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { afterArrival } from '../../domain/customers.js'
import { ParleyError } from '../../errors.js'
import { factChat } from '../../facts/fact.js'
import type { ActiveChat } from '../../ports/stores/chats.js'
import type { Customer } from '../../ports/stores/customers.js'
import { customerOfCustomerApiView } from '../../views/user.js'
import { activeChatIds } from '../shared/active-chats.js'

export const updateCustomer = handle(contract, async (context, details) => {
  const { principal, settings, client: origin, now: at } = context
  const geolocation = await context.geolocator.locate(origin.ip)
  const chatIds = await activeChatIds(context)
  return context.commit([principal.id, ...chatIds], async ({ tx }) => {
    const before = await tx.customers.lock(principal.id)
    if (before === undefined) throw new ParleyError('authentication')
    const arrival = { details, origin, at, geolocation }
    const customer = afterArrival(before, arrival, settings, 'payload')
    await tx.customers.updateDetails(customer)
    const limit = settings.limits.activeChatsPerCustomerCount
    const chats = await tx.chats.listActiveOfCustomer(principal.id, limit)
    const shown = customerOfCustomerApiView({ kind: 'customer', customer, isPresent: true, lastSeenAt: null })
    return { response: { customer: shown }, facts: chats.map((chat) => toldIn(chat, customer)) }
  })
})

/** Once per active chat (decisions §6.15), each of which the customer is present in. */
function toldIn({ head, lastSeenAt }: ActiveChat, customer: Customer) {
  const user = { kind: 'customer', customer, isPresent: true, lastSeenAt } as const
  return { name: 'customer_updated', chat: factChat(head), customer: user } as const
}
