import type { Caller } from '../faults/wire.js'

/** A customer with their own chat. */
export interface Visitor {
  readonly token: string
  readonly chatId: string
  /** Ids of the threads of the chat, or of the newest ones when there are very many. */
  readonly threadIds: readonly string[]
  /** Id of a rich message in the chat, when the attack needs one. */
  readonly eventId?: string
}

/** The users and apps that one kind of attack acts as. No other kind shares them. */
export interface People {
  readonly licenseId: number
  readonly customer: Visitor
  readonly customerId: string
  /** Access token of the agent for the browser app. The next field is the one for the server-side app. */
  readonly agentToken: string
  readonly appToken: string
  readonly refreshToken: string
  readonly agentId: string
  readonly browserApp: { readonly clientId: string; readonly redirectUri: string }
  readonly serverApp: {
    readonly clientId: string
    readonly clientSecret: string
    readonly redirectUri: string
  }
}

/** A function that chooses the caller whose token a request carries. */
export type Role = (people: People) => Caller

export const asCustomer: Role = ({ licenseId, customer }) => ({
  root: '/customer/v0.5',
  query: `?license_id=${licenseId}`,
  token: customer.token,
})

export const asAgent: Role = ({ agentToken: token }) => ({ root: '/agent/v0.4', query: '', token })

export const asOlderAgent: Role = ({ agentToken: token }) => ({ root: '/agent/v0.3', query: '', token })

export const asApp: Role = ({ appToken: token }) => ({ root: '/agent/v0.4', query: '', token })

/** A caller of the Configuration API. */
export const asConfiguring: Role = ({ appToken: token }) => {
  return { root: '/configuration/v0.5', actionPrefix: '', query: '', token }
}
