import { banCustomer as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { invalidField } from '../../errors.js'
import { banCustomer as ban } from '../shared/ban-customer.js'

/** Bans any customer of the license. The agent needs the scope, but no access to a chat of the customer. */
export const banCustomer = handle(contract, async (context, { customer_id: customerId, ban: { days } }) => {
  const { principal, now } = context
  return context.commit([customerId], async ({ tx }) => {
    const customer = await tx.customers.lock(customerId)
    if (customer?.licenseId !== principal.licenseId)
      throw invalidField({ path: 'payload.customer_id', rule: 'not_found' }, 'does not match any customer')
    return { response: {}, facts: await ban(tx, now, customer, days) }
  })
})
