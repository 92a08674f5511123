import { login as contract } from '../../contract/actions/customer/index.js'
import { handleLogin } from '../../dispatch/handle-login.js'
import { afterArrival } from '../../domain/customers.js'
import { ParleyError } from '../../errors.js'
import type { Customer } from '../../model/customer.js'

/** Logs the customer in. Nothing is written when the customer's details have not changed. */
export const login = handleLogin(contract, async (context, { request, arriving }) => {
  const { principal, client: origin, now: at, settings } = context
  const { customer: details = {} } = request
  const geolocation = await context.geolocator.locate(origin.ip, arriving.customer.visitor)
  const arrival = { details, origin, at, geolocation, referrer: details.monitoring?.page?.referrer }
  const arrived = (customer: Customer) => afterArrival(customer, arrival, settings, 'payload.customer')
  if (arrived(arriving.customer) !== arriving.customer) {
    await context.commit([principal.id], async ({ tx }) => {
      const customer = await tx.customers.lock(principal.id)
      if (customer === undefined) throw new ParleyError('authentication')
      await tx.customers.updateDetails(arrived(customer))
      return { response: undefined, facts: [] }
    })
  }
  const root = settings.paths.customer
  const path = `${root}/${context.version}/static_config?license_id=${principal.licenseId}`
  return { customer_id: principal.id, static_config_path: path }
})
