import type { Caller } from '../faults/wire.js'

/** A customer with a chat of their own. */
export interface Visitor {
  readonly token: string
  readonly chatId: string
  /** All or, of very many, the newest. */
  readonly threadIds: readonly string[]
  /** Of a rich message in that chat, where the attack has one. */
  readonly eventId?: string
}

/** Who an attacker of one kind is; nobody else is any of them. */
export interface People {
  readonly licenseId: number
  readonly customer: Visitor
  readonly customerId: string
  /** Tokens of an agent: of an app in the browser, and of one on a server. */
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

/** Whose token a request bears. */
export type Role = (people: People) => Caller

export const asCustomer: Role = ({ licenseId, customer }) => ({
  root: '/customer/v0.5',
  query: `?license_id=${licenseId}`,
  token: customer.token,
})

export const asAgent: Role = ({ agentToken: token }) => ({ root: '/agent/v0.4', query: '', token })

export const asOlderAgent: Role = ({ agentToken: token }) => ({ root: '/agent/v0.3', query: '', token })

export const asApp: Role = ({ appToken: token }) => ({ root: '/agent/v0.4', query: '', token })

/** An app that configures. */
export const asConfiguring: Role = ({ appToken: token }) => {
  return { root: '/configuration/v0.5', actionPrefix: '', query: '', token }
}
