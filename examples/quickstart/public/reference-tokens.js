import { tabValues } from './stored-values.js'

const TIMEOUT_MS = 10_000
const prefix = 'parley.reference.'

/** The tokens that the forms use for calls. They are kept as long as the tab. */
export class ReferenceTokens {
  /** @param kind `customer` or `agent`. Returns `{token, licenseId}`, both absent at first. */
  get(kind) {
    return tabValues.get(prefix + kind) ?? {}
  }

  set(kind, { token, licenseId }) {
    tabValues.set(prefix + kind, { token, licenseId })
  }

  /** Requests a token for the customer that this browser is in the shop. */
  async fetchCustomer() {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch('/quickstart/customer-session', { method: 'POST', signal })
    if (!response.ok) throw new Error(`The server refused a token (${response.status}).`)
    const { access_token, license_id } = await response.json()
    return { token: access_token, licenseId: license_id }
  }
}

/**
 * Returns the kind of token that an API requires. One agent token works for the Agent API and the Configuration API.
 */
export function tokenKindOf({ name }) {
  return name.startsWith('Customer') ? 'customer' : 'agent'
}
