import { Type } from 'typebox'
import type { Scope } from '../../contract/scopes.js'
import { type PageInput, pageProperties } from './page.js'
import { createSchema, id, licenseId, scopes } from './schema.js'

/** App and agent of the new tokens. */
export interface CreateAgentTokenInput {
  readonly licenseId: number
  readonly clientId: string
  readonly agentId: string
  /**
   * Scopes of the tokens. Scopes that the app or the agent cannot have are left out. Default: all scopes of the app.
   */
  readonly scopes?: readonly Scope[]
}

/** App and customer of the new token. */
export interface CreateCustomerTokenInput {
  readonly licenseId: number
  readonly clientId: string
  /** Default: a new customer. */
  readonly customerId?: string
}

/** Owner of the tokens to list: exactly one of `agentId` and `customerId`. */
export interface ListTokensInput extends PageInput {
  readonly agentId?: string
  readonly customerId?: string
}

export const createAgentToken = createSchema<CreateAgentTokenInput>()({
  licenseId,
  clientId: id,
  agentId: id,
  scopes: Type.Optional(scopes),
})

export const createCustomerToken = createSchema<CreateCustomerTokenInput>()({
  licenseId,
  clientId: id,
  customerId: Type.Optional(id),
})

export const listTokens = createSchema<ListTokensInput>()({
  agentId: Type.Optional(id),
  customerId: Type.Optional(id),
  ...pageProperties,
})
