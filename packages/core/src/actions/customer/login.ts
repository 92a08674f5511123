import { login as contract } from '../../contract/actions/customer.js'
import { handle } from '../../dispatch/handle.js'
import { mergeDetails, recordVisit } from '../../domain/customers.js'
import { ParleyError } from '../../errors.js'

export const login = handle(contract, async (context, payload) => {
  const { principal, client, now } = context
  const details = payload.customer ?? {}
  await context.transact(null, async (tx) => {
    const customer = await tx.customers.lock(principal.id)
    if (customer === undefined) throw new ParleyError('authentication')
    const merged = mergeDetails(customer, details, context.settings.contractLimits, 'payload.customer')
    const visitor = recordVisit(customer.visitor, details, client, now, details.monitoring?.page?.referrer)
    await tx.customers.updateDetails({ ...merged, visitor })
    return { response: undefined, pushes: [] }
  })
  const root = context.settings.paths.customer
  const path = `${root}/${context.version}/static_config?license_id=${principal.licenseId}`
  return { customer_id: principal.id, static_config_path: path }
})
