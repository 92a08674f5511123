import type { Parley } from '@parley/core'
import type { Demo } from './provision.js'

type Admin = Parley['admin']

/** What a page needs to log in. Field names as on Parley's wire. */
export interface Session {
  readonly access_token: string
  readonly license_id: number
}

export interface Sessions {
  /**
   * A session for the customer of that id, or of a new customer when the id is unknown: a browser may well
   * remember a customer of a database that was deleted since.
   */
  forCustomer(customerId: string | undefined): Promise<Session & { readonly customer_id: string }>
  /** `undefined` when there is no such agent. */
  forAgent(key: string): Promise<Session | undefined>
}

/**
 * A real host asks here who its visitor is (its own cookie, its own sign-in) before it issues a token. The
 * quickstart believes everyone, which is why it listens on the loopback interface only.
 */
export function openSessions(admin: Admin, { licenseId, clientId, agents }: Demo): Sessions {
  return {
    async forCustomer(id) {
      const customer = id === undefined ? undefined : await admin.customers.get(id)
      const isOurs = customer !== undefined && customer.licenseId === licenseId
      const token = await admin.tokens.issueForCustomer({
        licenseId,
        clientId,
        ...(isOurs && { customerId: customer.id }),
      })
      return { access_token: token.accessToken, license_id: licenseId, customer_id: token.customerId }
    },

    async forAgent(key) {
      const agent = agents.find((candidate) => candidate.key === key)
      if (agent === undefined) return undefined
      const { accessToken } = await admin.tokens.issueForAgent({
        licenseId,
        agentId: agent.login,
        clientId,
      })
      return { access_token: accessToken, license_id: licenseId }
    },
  }
}
