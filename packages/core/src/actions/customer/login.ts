import { login as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { afterArrival } from '../../domain/customers.js'
import { ParleyError } from '../../errors.js'

export const login = handle(contract, async (context, payload) => {
  const { principal, client, now } = context
  const details = payload.customer ?? {}
  await context.commit([principal.id], async ({ tx }) => {
    const customer = await tx.customers.lock(principal.id)
    if (customer === undefined) throw new ParleyError('authentication')
    const referrer = details.monitoring?.page?.referrer
    const arrival = { details, origin: client, at: now, referrer }
    await tx.customers.updateDetails(afterArrival(customer, arrival, context.settings, 'payload.customer'))
    return { response: undefined, facts: [] }
  })
  const root = context.settings.paths.customer
  const path = `${root}/${context.version}/static_config?license_id=${principal.licenseId}`
  return { customer_id: principal.id, static_config_path: path }
})
