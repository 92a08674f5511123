import type { Customer } from '../model/customer.js'
import {
  customerProfileOfAgentApiView,
  customerProfileOfCustomerApiView,
  presenceView,
} from '../views/user.js'
import type { Viewer } from '../views/viewer.js'
import type { FactOf } from './fact.js'

/**
 * A change of a customer is told once for each active chat. What all of these pushes have in common is encoded once for
 * each API and version, for as long as the customer they share is there.
 */
export class CustomerTexts {
  readonly #profiles = new WeakMap<Customer, Map<string, string>>()

  /** The payload of `customer_updated`, as its view shows it. */
  payloadOf({ chat, customer: user }: FactOf<'customer_updated'>, viewer: Viewer): string {
    const profile = this.#profileOf(user.customer, viewer)
    const presence = JSON.stringify(presenceView(user))
    // Two objects made one; neither is ever empty.
    const customer = `${profile.slice(0, -1)},${presence.slice(1)}`
    return `{"chat_id":${JSON.stringify(chat.id)},"customer":${customer}}`
  }

  #profileOf(customer: Customer, viewer: Viewer): string {
    const profiles = this.#profiles.get(customer) ?? new Map<string, string>()
    const shape = `${viewer.api} ${viewer.version}`
    const known = profiles.get(shape)
    if (known !== undefined) return known
    const profile = JSON.stringify(profileView(customer, viewer))
    this.#profiles.set(customer, profiles.set(shape, profile))
    return profile
  }
}

function profileView(customer: Customer, viewer: Viewer) {
  return viewer.api === 'customer'
    ? customerProfileOfCustomerApiView(customer)
    : customerProfileOfAgentApiView(customer, viewer)
}
