import { type Static, type TProperties, Type } from 'typebox'
import { boundedArray, boundedString, contractLimits, formKeyword } from '../contract/limits.js'
import { ban as banRequest } from '../contract/objects/ban.js'
import { mapOf } from '../contract/record.js'
import { type Scope, scopes as scopeTable } from '../contract/scopes.js'

const closed = { additionalProperties: false }

/** A name that is none of these was mistyped, or means something that would not be done. */
const options = <P extends TProperties>(properties: P) => Type.Object(properties, closed)

export const licenseId = Type.Integer({ minimum: 1 })
const id = boundedString('idLength', 1)
const name = boundedString('nameLength', 1)
/** The host's own id, by which it finds the person again. Compared exactly; unique within the license. */
const externalId = id
const scopes = Type.Immutable(Type.Array(Type.Enum(Object.keys(scopeTable) as Scope[])))

const newLicense = options({
  name,
  /** Shown to agents at login. Default: `standard`. */
  plan: Type.Optional(name),
  /** Shown to agents at login. Default: false. */
  isInTrial: Type.Optional(Type.Boolean()),
  /** When the license ends. Default: never. */
  // No JSON holds a `Date`: it is looked at where it is read.
  expiresAt: Type.Optional(Type.Unsafe<Date>({})),
})

const membership = Type.Object(
  { id: Type.Integer({ minimum: 0 }), priority: Type.Enum(['first', 'normal', 'last']) },
  closed,
)

const newAgent = options({
  licenseId,
  /** Becomes the agent's id, lower-cased; usually an e-mail address. Customers see it (decisions §1.2). */
  login: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: '^\\S+$',
    [formKeyword]: 'text without white space',
  }),
  name,
  /** The host's own id of the agent, unique within the license; nobody is shown it. Default: none. */
  externalId: Type.Optional(externalId),
  /** Shown to agents. Default: the login, where that is an e-mail address. */
  email: Type.Optional(boundedString('nameLength')),
  /** For the sign-in page; without one only the host's own `signIn` or issued tokens let the agent in. */
  password: Type.Optional(Type.String()),
  avatar: Type.Optional(boundedString('urlLength')),
  /** Default: `normal`. */
  permission: Type.Optional(Type.Union([Type.Literal('normal'), Type.Literal('administrator')])),
  /** Chats routed to the agent at the same time. Default: 6. */
  maxChatsCount: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  /**
   * Groups whose chats the agent sees and gets, and when: `first`, `normal` or `last` (decisions §5.2, §7). Every agent is
   * in group 0, and `normal` there unless it says otherwise. Default: in no other.
   */
  groups: Type.Optional(Type.Immutable(boundedArray(membership, 'scopeGroupCount'))),
})

const { permission, maxChatsCount, groups } = newAgent.properties

const agentChanges = options({
  /** `null`: none. */
  externalId: Type.Optional(Type.Union([externalId, Type.Null()])),
  name: Type.Optional(name),
  /** `null`: the login, where that is an e-mail address. */
  email: Type.Optional(Type.Union([boundedString('nameLength'), Type.Null()])),
  /** `null`: none. */
  avatar: Type.Optional(Type.Union([boundedString('urlLength'), Type.Null()])),
  permission,
  /** Lowering it takes no chats away: the agent keeps the current ones and receives no new ones. */
  maxChatsCount,
  /** All of them, in place of those there are. */
  groups,
})

const customerDetails = {
  name: Type.Optional(boundedString('nameLength')),
  email: Type.Optional(boundedString('nameLength')),
  fields: Type.Optional(
    mapOf(boundedString('customerFieldValueLength'), { maxProperties: contractLimits.customerFieldCount }),
  ),
}

const newCustomer = options({
  licenseId,
  /** The host's own id of the customer, unique within the license; nobody is shown it. Default: none. */
  externalId: Type.Optional(externalId),
  ...customerDetails,
})

const knownCustomer = options({
  licenseId,
  /** The host's own id of the customer, unique within the license; nobody is shown it. */
  externalId,
  ...customerDetails,
})

const customerChanges = options({
  /** `null`: none. */
  externalId: Type.Optional(Type.Union([externalId, Type.Null()])),
  /** `fields` are merged with those there are. */
  ...customerDetails,
})

const ban = options({
  customerId: id,
  /** Days of 86,400 s from now on. A ban that there is already is replaced. */
  days: banRequest.properties.days,
})

const newApp = options({
  licenseId,
  name: Type.String({ minLength: 1, maxLength: 256 }),
  type: Type.Union([Type.Literal('server'), Type.Literal('browser')]),
  /** `public` is for browser apps only (decisions §4.2). */
  visibility: Type.Union([Type.Literal('private'), Type.Literal('public')]),
  redirectUris: Type.Immutable(Type.Array(boundedString('urlLength', 1), { maxItems: 100 })),
  scopes,
  /** Whether the code flow needs PKCE. Default: false. */
  requirePkce: Type.Optional(Type.Boolean()),
  /**
   * For the host's own apps: who is signed in is sent back to the app without a consent page. Only for private apps. Default:
   * false.
   */
  skipConsent: Type.Optional(Type.Boolean()),
})

const appChanges = Type.Partial(Type.Omit(newApp, ['licenseId', 'type']), closed)

const agentToken = options({
  licenseId,
  agentId: id,
  clientId: id,
  /** Default: all of the app. */
  scopes: Type.Optional(scopes),
})

const customerToken = options({
  licenseId,
  clientId: id,
  /** Default: a new customer. */
  customerId: Type.Optional(id),
})

/** What the host may pass in process: the same bounds as on the wire (decisions §13). */
export const optionSchemas = {
  license: newLicense,
  agent: newAgent,
  agentChanges,
  customer: newCustomer,
  knownCustomer,
  customerChanges,
  ban,
  app: newApp,
  appChanges,
  agentToken,
  customerToken,
} as const

export type NewLicenseOptions = Readonly<Static<typeof newLicense>>
export type NewAgentOptions = Readonly<Static<typeof newAgent>>
/** What of an agent can change; absent fields stay as they are. */
export type AgentChangeOptions = Readonly<Static<typeof agentChanges>>
export type NewCustomerOptions = Readonly<Static<typeof newCustomer>>
/** A customer whom the host knows by an id of its own; the details count only for a new one. */
export type KnownCustomerOptions = Readonly<Static<typeof knownCustomer>>
/** What of a customer can change; absent fields stay as they are. */
export type CustomerChangeOptions = Readonly<Static<typeof customerChanges>>
export type BanOptions = Readonly<Static<typeof ban>>
export type NewAppOptions = Readonly<Static<typeof newApp>>
/** What of a registration can change; absent fields stay as they are. */
export type AppChanges = Partial<Omit<NewAppOptions, 'licenseId' | 'type'>>
export type AgentTokenOptions = Readonly<Static<typeof agentToken>>
export type CustomerTokenOptions = Readonly<Static<typeof customerToken>>
