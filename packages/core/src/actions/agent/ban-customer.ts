import { banCustomer as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { invalid } from '../../errors.js'
import { banCustomer as ban } from '../shared/ban-customer.js'

/** Any customer of the license, whether or not the agent sees a chat of theirs: the scope is all that it takes. */
export const banCustomer = handle(contract, async (context, { customer_id: customerId, ban: { days } }) => {
  const { principal, now } = context
  return context.commit([customerId], async ({ tx }) => {
    const customer = await tx.customers.lock(customerId)
    if (customer?.licenseId !== principal.licenseId) throw invalid('payload.customer_id names no customer')
    return { response: {}, facts: await ban(tx, now, customer, days) }
  })
})
