import type { Customer } from '../model/customer.js'
import {
  customerProfileOfAgentApiView,
  customerProfileOfCustomerApiView,
  presenceView,
} from '../views/user.js'
import type { Viewer } from '../views/viewer.js'
import type { FactOf } from './fact.js'

/**
 * Encodes `customer_updated` pushes. A change of a customer is pushed once for each active chat, so the part that all
 * of these pushes share is encoded once for each API and version, and kept as long as the customer object exists.
 */
export class CustomerTexts {
  readonly #profiles = new WeakMap<Customer, Map<string, string>>()

  /** Returns the payload of `customer_updated` as JSON, equal to that of its view. */
  encode({ chat, customer: user }: FactOf<'customer_updated'>, viewer: Viewer): string {
    const profile = this.#profileOf(user.customer, viewer)
    const presence = JSON.stringify(presenceView(user))
    // Joins two JSON objects. Neither is ever empty.
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
