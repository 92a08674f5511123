import { login as agentLogin } from './actions/agent/session.js'
import { login as customerLogin } from './actions/customer/session.js'
import type { ActionContract, PushContract, Transport } from './define.js'
import { agentDisconnected, agentDisconnectReason } from './pushes/agent/session.js'
import { customerDisconnected, customerDisconnectReason } from './pushes/customer/session.js'
import { type Api, type ApiVersion, type NewestVersion, versions } from './versions.js'

interface ApiEntry<A extends Api> {
  /** The kind of principal that may call it. */
  readonly principal: 'customer' | 'agent'
  /** Oldest first. */
  readonly versions: readonly ApiVersion<A>[]
  readonly newestVersion: NewestVersion<A>
  /** Of an address that names none; `undefined`: every address names one. */
  readonly defaultVersion: ApiVersion<A> | undefined
  readonly transports: readonly Transport[]
  /** What stands between the version and the name of an action in its path. */
  readonly actionPrefix: string
  /** Whether the name of an action begins with that of a group, as in `properties/create_properties`. */
  readonly hasActionGroups: boolean
  /** The body of a request over HTTP: `{payload?, author_id?}`, or the payload itself. */
  readonly envelope: 'payload' | 'bare'
  /** Whether `author_id` may name a bot of the caller's application. */
  readonly takesAuthorId: boolean
  /** Whether every address carries the query parameter `license_id`. */
  readonly namesLicense: boolean
  readonly hasStaticConfig: boolean
  /** What makes a connection somebody's; `undefined` without real time. */
  readonly login: ActionContract | undefined
  /** The push that comes before a connection is closed, and all reasons that it may give. */
  readonly disconnect: { readonly push: PushContract; readonly reasons: readonly string[] } | undefined
}

/**
 * What each API is as a whole (spec chat.md "Transports and envelopes", configuration.md "Versioning", decisions §3,
 * §8.1, §9). Whoever has to know in what the APIs differ looks it up here.
 */
export const apis = {
  customer: {
    principal: 'customer',
    versions: versions.customer,
    newestVersion: 'v0.5',
    defaultVersion: undefined,
    transports: ['web', 'rtm'],
    actionPrefix: 'action/',
    hasActionGroups: false,
    envelope: 'payload',
    takesAuthorId: false,
    namesLicense: true,
    hasStaticConfig: true,
    login: customerLogin,
    disconnect: {
      push: customerDisconnected,
      reasons: customerDisconnectReason.anyOf.map(({ const: reason }) => reason),
    },
  },
  agent: {
    principal: 'agent',
    versions: versions.agent,
    newestVersion: 'v0.4',
    defaultVersion: undefined,
    transports: ['web', 'rtm'],
    actionPrefix: 'action/',
    hasActionGroups: false,
    envelope: 'payload',
    takesAuthorId: true,
    namesLicense: false,
    hasStaticConfig: false,
    login: agentLogin,
    disconnect: {
      push: agentDisconnected,
      reasons: agentDisconnectReason.anyOf.map(({ const: reason }) => reason),
    },
  },
  configuration: {
    principal: 'agent',
    versions: versions.configuration,
    newestVersion: 'v0.5',
    defaultVersion: 'v0.5',
    transports: ['web'],
    actionPrefix: '',
    hasActionGroups: true,
    envelope: 'bare',
    takesAuthorId: false,
    namesLicense: false,
    hasStaticConfig: false,
    login: undefined,
    disconnect: undefined,
  },
} as const satisfies { readonly [A in Api]: ApiEntry<A> }

/** The APIs whose entries are like this. */
export type ApiLike<Entry> = { [A in Api]: (typeof apis)[A] extends Entry ? A : never }[Api]
/** Those with real-time connections. */
export type ChatApi = ApiLike<{ readonly login: ActionContract }>
export type { DisconnectReason } from './close-codes.js'
