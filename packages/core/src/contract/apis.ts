import type { ActionContract, PushContract, Transport } from './define.js'
import {
  agentDisconnected,
  agentDisconnectReason,
  agentLogin,
  customerDisconnected,
  customerDisconnectReason,
  customerLogin,
} from './session.js'
import { type Api, type ApiVersion, type NewestVersion, versions } from './versions.js'

interface ApiEntry<A extends Api> {
  /** Kind of principal that may call the API. */
  readonly principal: 'customer' | 'agent'
  /** Versions, the oldest first. */
  readonly versions: readonly ApiVersion<A>[]
  readonly newestVersion: NewestVersion<A>
  /** Version of a path that names none; `undefined` when every path must name one. */
  readonly defaultVersion: ApiVersion<A> | undefined
  readonly transports: readonly Transport[]
  /** Path segment between the version and the name of an action. */
  readonly actionPrefix: string
  /** Whether the name of an action begins with a group name, as in `properties/create_properties`. */
  readonly hasActionGroups: boolean
  /** Body of an HTTP request: `{payload?, author_id?}`, or the payload itself. */
  readonly envelope: 'payload' | 'bare'
  /** Whether `author_id` may name a bot of the caller's app. */
  readonly takesAuthorId: boolean
  /** Whether every address contains the query parameter `license_id`. */
  readonly namesLicense: boolean
  readonly hasStaticConfig: boolean
  /** Action that logs a user in on a connection; `undefined` for an API without real time. */
  readonly login: ActionContract | undefined
  /** Push that precedes the close of a connection, and the reasons that it may give. */
  readonly disconnect: { readonly push: PushContract; readonly reasons: readonly string[] } | undefined
}

/**
 * The properties of each API as a whole (spec chat.md "Transports and envelopes", configuration.md "Versioning",
 * decisions §3, §8.1, §9). This is the only place that lists how the APIs differ.
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

/** The APIs whose entries have the given fields. */
export type ApiLike<Entry> = { [A in Api]: (typeof apis)[A] extends Entry ? A : never }[Api]
/** The APIs with real-time connections. */
export type ChatApi = ApiLike<{ readonly login: ActionContract }>
export type { DisconnectReason } from './close-codes.js'
