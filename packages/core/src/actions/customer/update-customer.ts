import { updateCustomer as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { detailsToUpdate } from '../../domain/customer-details.js'
import { afterArrival } from '../../domain/customers.js'
import { ParleyError } from '../../errors.js'
import { customerOfCustomerApiView } from '../../views/user.js'
import { activeChatIds } from '../shared/active-chats.js'
import { customerUpdatedFacts } from '../shared/customer-updated.js'

export const updateCustomer = handle(contract, async (context, request) => {
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
