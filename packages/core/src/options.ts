import type { ContractLimit } from './contract/limits.js'
import type { RenderPage } from './oauth/pages/page.js'
import type { Bus } from './ports/bus.js'
import type { Clock } from './ports/clock.js'
import type { Ids } from './ports/ids.js'
import type { Logger } from './ports/logger.js'
import type { SignInHook } from './ports/sign-in.js'
import type { Storage } from './ports/storage.js'
import type { BusMessage } from './push/bus-message.js'

export interface NumericOption {
  readonly default: number
  readonly min: number
  readonly max: number
  readonly meaning: string
}

const day = 86_400
const hourMs = 3_600_000

/** Every numeric option with unit (in its name), default and range. Durations and bounds apply to each node by itself. */
export const numericOptions = {
  limits: {
    bodyBytes: { default: 262_144, min: 1_024, max: 16_777_216, meaning: 'JSON body or real-time frame' },
    jsonDepth: { default: 32, min: 4, max: 256, meaning: 'Nesting of a request' },
    jsonKeyCount: { default: 1_000, min: 16, max: 100_000, meaning: 'Keys of one object' },
    jsonKeyBytes: { default: 256, min: 16, max: 65_536, meaning: 'One key' },
    queryBytes: { default: 8_192, min: 256, max: 65_536, meaning: 'Query string' },
    customContentBytes: {
      default: 65_536,
      min: 1_024,
      max: 1_048_576,
      meaning: '`content` of a custom event',
    },
    chatsSummaryCount: { default: 100, min: 1, max: 1_000, meaning: '`chats_summary` of the Agent API' },
    activeChatsPerCustomerCount: {
      default: 100,
      min: 1,
      max: 10_000,
      meaning: 'Active chats that one customer change is pushed to',
    },
    refreshTokensPerAgent: {
      default: 25,
      min: 1,
      max: 1_000,
      meaning: 'Refresh tokens of an app for one agent',
    },
    stateBytes: { default: 4_096, min: 64, max: 8_192, meaning: '`state` of an authorization request' },
    authorizationRequestCount: {
      default: 3,
      min: 1,
      max: 1_000,
      meaning: 'Authorization requests in 30 s of an app for one agent',
    },
    signInsPerAccount: {
      default: 10,
      min: 1,
      max: 10_000,
      meaning: 'Failed sign-ins in 15 min for one account',
    },
    signInsPerAddress: {
      default: 30,
      min: 1,
      max: 100_000,
      meaning: 'Failed sign-ins in 15 min from one address',
    },
    passwordCostLog2: {
      default: 17,
      min: 10,
      max: 20,
      meaning: 'Cost of a password hash: binary logarithm of scrypt’s N',
    },
    idempotencyKeyLength: { default: 128, min: 16, max: 1_024, meaning: 'Idempotency key, characters' },
  },
  timeouts: {
    requestMs: { default: 15_000, min: 100, max: 600_000, meaning: 'Answer to a request' },
    bodyMs: { default: 15_000, min: 100, max: 600_000, meaning: 'Arrival of a JSON body' },
    idempotencyMs: {
      default: 24 * hourMs,
      min: 60_000,
      max: 30 * 24 * hourMs,
      meaning: 'Memory of an idempotency key',
    },
  },
  lifetimes: {
    accessTokenSeconds: { default: 28_800, min: 1, max: 365 * day, meaning: 'Access token' },
    codeSeconds: { default: 60, min: 1, max: 600, meaning: 'Authorization code' },
    signInSeconds: { default: 43_200, min: 60, max: 30 * day, meaning: 'Session of the sign-in page' },
    customerTokenSeconds: { default: 28_800, min: 1, max: 30 * day, meaning: 'Customer token' },
  },
  caches: {
    identityMs: { default: 1_000, min: 0, max: 60_000, meaning: 'Age of a cached token; 0: none is cached' },
    identityCount: { default: 50_000, min: 0, max: 10_000_000, meaning: 'Cached tokens' },
    chatHeadMs: {
      default: 60_000,
      min: 0,
      max: hourMs,
      meaning: 'Age of a cached chat head; 0: none is cached',
    },
    chatHeadCount: { default: 50_000, min: 0, max: 10_000_000, meaning: 'Cached chat heads' },
  },
  rtm: {
    loginTimeoutMs: { default: 30_000, min: 100, max: 600_000, meaning: 'Connection to login' },
    inactivityTimeoutMs: { default: 60_000, min: 1_000, max: hourMs, meaning: 'Silence of a client' },
    inFlightCount: { default: 10, min: 1, max: 1_000, meaning: 'Requests under way on a connection' },
    messagesPerSecond: { default: 20, min: 1, max: 1_000_000, meaning: 'Sustained rate of a connection' },
    messageBurstCount: { default: 40, min: 1, max: 1_000_000, meaning: 'Messages at once of a connection' },
    bufferedBytes: {
      default: 4_194_304,
      min: 65_536,
      max: 1_073_741_824,
      meaning: 'Unsent output of a connection',
    },
    connectionsPerCustomer: { default: 16, min: 1, max: 10_000, meaning: 'Connections of one customer' },
    connectionsPerAgent: { default: 64, min: 1, max: 10_000, meaning: 'Connections of one agent' },
    reconnectGraceMs: {
      default: 60_000,
      min: 0,
      max: hourMs,
      meaning: 'Agent counts as logged in after the last connection',
    },
    presenceRenewalMs: {
      default: 20_000,
      min: 100,
      max: 600_000,
      meaning: 'Renewal of a connected agent’s presence',
    },
  },
} as const satisfies Record<string, Record<string, NumericOption>>

type NumericOptions = typeof numericOptions
type Given = { readonly [G in keyof NumericOptions]?: { readonly [N in keyof NumericOptions[G]]?: number } }

export const pathNames = ['customer', 'agent', 'auth'] as const
export type PathName = (typeof pathNames)[number]

/** What the host passes to `createParley`. Only `storage` is required. */
export interface ParleyOptions extends Given {
  readonly storage: Storage
  /** Public address that Parley is mounted at; its path is the prefix of every address. Default: `/`. */
  readonly baseUrl?: string
  /** Path of each part below `baseUrl`, e.g. `api/agent` (decisions §3). Default: its own name. */
  readonly paths?: { readonly [P in PathName]?: string }
  /** Chats that one customer can have; absent: no limit (decisions §6.2). */
  readonly maxChatsPerCustomer?: number
  /** Origins that browsers may call from (decisions §4.15). Default: `*`. */
  readonly corsOrigins?: readonly string[] | '*'
  /** The host's own session in place of the password page (decisions §4.5). */
  readonly signIn?: SignInHook
  /** The host's own layout of the pages of the authorization service. */
  readonly renderPage?: RenderPage
  /** Bounds on requests, by the names of `contractLimits` in the contract. */
  readonly contractLimits?: { readonly [L in ContractLimit]?: number }
  /** Default: in this process only. */
  readonly bus?: Bus<BusMessage>
  /** All time that the engine knows. Default: the system's. */
  readonly clock?: Clock
  /** All identity and randomness. Default: UUIDs of version 7, and the system's random numbers. */
  readonly ids?: Ids
  /** Default: warnings and errors as JSON lines on standard error. */
  readonly logger?: Logger
}
