import type { ContractLimit } from './contract/limits.js'
import type { BusMessage } from './facts/fact-batch.js'
import type { RenderPage } from './ports/auth-page.js'
import type { Bus } from './ports/bus.js'
import type { Clock } from './ports/clock.js'
import type { Ids } from './ports/ids.js'
import type { Logger } from './ports/logger.js'
import type { SignInHook } from './ports/sign-in.js'
import type { Storage } from './ports/storage.js'

export interface NumericOption {
  readonly default: number
  readonly min: number
  readonly max: number
  readonly meaning: string
}

const day = 86_400
const hourMs = 3_600_000
const mebibyte = 1_048_576

function perSecond(count: number, meaning: string): NumericOption {
  return { default: count, min: 1, max: 1_000_000, meaning }
}

function bytesPerSecond(count: number, meaning: string): NumericOption {
  return { default: count, min: 65_536, max: 1_048_576 * mebibyte, meaning }
}

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
    eventContentBytes: {
      default: 131_072,
      min: 1_024,
      max: 1_048_576,
      meaning: 'Fields of a form, or elements of a rich message, as JSON',
    },
    startEventsBytes: {
      default: 524_288,
      min: 1_024,
      max: 16_777_216,
      meaning: 'Events that a chat is started with, as they are stored',
    },
    propertiesBytes: {
      default: 16_384,
      min: 256,
      max: 1_048_576,
      meaning: 'Properties of one chat, thread or event, as JSON',
    },
    propertyDefinitionCount: {
      default: 1_000,
      min: 1,
      max: 100_000,
      meaning: 'Definitions of properties of a license',
    },
    agentProfileBytes: {
      default: 5_120,
      min: 512,
      max: 65_536,
      meaning: 'What others see of an agent, as JSON: login, name, e-mail address and avatar',
    },
    membersPerChat: { default: 50, min: 1, max: 1_000, meaning: 'Users who are in a chat at once' },
    formerUsersPerChat: {
      default: 50,
      min: 0,
      max: 1_000,
      meaning: 'Users who left a chat and are still shown, those who joined last',
    },
    usersPerThread: {
      default: 500,
      min: 1,
      max: 10_000,
      meaning: 'Users who were in one thread',
    },
    customerBytes: {
      default: 16_384,
      min: 1_024,
      max: mebibyte,
      meaning: 'All that a customer has told of itself, the last page included, as JSON',
    },
    visitPageCount: {
      default: 20,
      min: 1,
      max: 1_000,
      meaning: 'Pages of a visit that are kept, the last ones',
    },
    visitPagesBytes: {
      default: 8_192,
      min: 256,
      max: mebibyte,
      meaning: 'The same, as JSON; the last page stays in any case',
    },
    threadEvents: { default: 10_000, min: 100, max: 100_000, meaning: 'Events of a thread' },
    threadBytes: {
      default: 8 * mebibyte,
      // More than the longest event, and all events that one request can bring; with more, one thread would be more than
      // an answer may be.
      min: 2 * mebibyte,
      max: 8 * mebibyte,
      meaning: 'Events of a thread, as JSON of the newest Agent API with each button pressed',
    },
    chatsSummaryCount: { default: 100, min: 1, max: 1_000, meaning: '`chats_summary` of the Agent API' },
    chatsSummaryBytes: {
      default: 4 * mebibyte,
      min: 4_096,
      max: 8 * mebibyte,
      meaning: '`chats_summary` of each API as JSON; one chat is shown in any case',
    },
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
    failureLineCount: {
      default: 10,
      min: 1,
      max: 1_000_000,
      meaning: 'Error lines in 10 s about failures of one kind; those beyond are counted in one more',
    },
    idempotencyKeyLength: { default: 128, min: 16, max: 1_024, meaning: 'Idempotency key, characters' },
    answeringBytes: {
      default: 96 * mebibyte,
      min: mebibyte,
      max: 16_384 * mebibyte,
      meaning: 'Long answers under way at once; one caller or address holds an eighth at most',
    },
    receivingBytes: {
      default: 64 * mebibyte,
      min: mebibyte,
      max: 16_384 * mebibyte,
      meaning: 'What has arrived of long request bodies; one address holds an eighth at most',
    },
  },
  rates: {
    customerRequestsPerSecond: perSecond(20, 'Requests of a customer over HTTP'),
    customerRequestBurstCount: perSecond(40, 'Requests at once of a customer over HTTP'),
    agentRequestsPerSecond: perSecond(50, 'Requests of an agent over HTTP'),
    agentRequestBurstCount: perSecond(100, 'Requests at once of an agent over HTTP'),
    appRequestsPerSecond: perSecond(
      500,
      'Requests of a server-side app, bots included, for one agent over HTTP',
    ),
    appRequestBurstCount: perSecond(1_000, 'Requests at once of a server-side app for one agent over HTTP'),
    customerReceivedBytesPerSecond: bytesPerSecond(
      524_288,
      'Long requests of a customer; eight seconds’ worth at once',
    ),
    agentReceivedBytesPerSecond: bytesPerSecond(2 * mebibyte, 'The same of an agent'),
    appReceivedBytesPerSecond: bytesPerSecond(8 * mebibyte, 'The same of a server-side app'),
    customerAnsweredBytesPerSecond: bytesPerSecond(
      2 * mebibyte,
      'Answers to a customer; eight seconds’ worth at once',
    ),
    agentAnsweredBytesPerSecond: bytesPerSecond(
      8 * mebibyte,
      'Answers to an agent; eight seconds’ worth at once',
    ),
    appAnsweredBytesPerSecond: bytesPerSecond(
      32 * mebibyte,
      'Answers to a server-side app; eight seconds’ worth at once',
    ),
    customerPushedBytesPerSecond: bytesPerSecond(
      16 * mebibyte,
      'Pushes that a customer causes, to all who get them; four seconds’ worth at once',
    ),
    agentPushedBytesPerSecond: bytesPerSecond(64 * mebibyte, 'The same of an agent'),
    appPushedBytesPerSecond: bytesPerSecond(256 * mebibyte, 'The same of a server-side app'),
    anonymousReceivedBytesPerSecond: bytesPerSecond(
      262_144,
      'Long messages from one address before login; eight seconds’ worth at once',
    ),
    failedAuthenticationsPerSecond: perSecond(
      20,
      'Requests with a bad token from one address; twice as many at once',
    ),
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
    configurationMs: {
      default: 60_000,
      min: 1_000,
      max: hourMs,
      meaning: 'Age at which the configuration of a license is read again, though no change was heard of',
    },
  },
  rtm: {
    loginTimeoutMs: { default: 30_000, min: 100, max: 600_000, meaning: 'Connection to login' },
    inactivityTimeoutMs: { default: 60_000, min: 1_000, max: hourMs, meaning: 'Silence of a client' },
    identityCheckMs: {
      default: 60_000,
      min: 1_000,
      max: hourMs,
      meaning: 'After which the token of a connection is looked up again, in case its end was not heard of',
    },
    inFlightCount: { default: 10, min: 1, max: 1_000, meaning: 'Requests under way on a connection' },
    messagesPerSecond: { default: 20, min: 1, max: 1_000_000, meaning: 'Sustained rate of a connection' },
    messageBurstCount: { default: 40, min: 1, max: 1_000_000, meaning: 'Messages at once of a connection' },
    bufferedBytes: {
      default: 4_194_304,
      min: 65_536,
      max: 1_073_741_824,
      meaning: 'Unsent output of a connection',
    },
    stalledMs: {
      default: 10_000,
      min: 1_000,
      max: 600_000,
      meaning: 'Output that is unsent, and of which nothing is taken',
    },
    stalledBytes: {
      default: 256 * mebibyte,
      min: 65_536,
      max: 16_384 * mebibyte,
      meaning: 'Unsent output of all connections that have taken nothing for a second',
    },
    anonymousCount: {
      default: 5_000,
      min: 1,
      max: 1_000_000,
      meaning: 'Connections that have not logged in',
    },
    anonymousPerAddressCount: {
      default: 500,
      min: 1,
      max: 1_000_000,
      meaning: 'Connections from one address that have not logged in',
    },
    anonymousFrameBytes: {
      default: 65_536,
      min: 1_024,
      max: 16_777_216,
      meaning: 'Frame on a connection that has not logged in',
    },
    anonymousMessagesPerSecond: {
      default: 5,
      min: 1,
      max: 1_000_000,
      meaning: 'Messages on a connection that has not logged in; twice as many at once',
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
  housekeeping: {
    periodMs: {
      default: 60_000,
      min: 1_000,
      max: 24 * hourMs,
      meaning: 'Deletion of what has run out; the first one is at the start',
    },
    chunkRowCount: {
      default: 100,
      min: 1,
      max: 10_000,
      meaning: 'Rows that it deletes in one transaction',
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
  /**
   * Proxies that are believed about whose request they pass on (`X-Forwarded-For`, RFC 7239 `Forwarded`): how many of
   * them there are, or their addresses and networks, e.g. `['10.0.0.0/8']` (decisions §16.12). Default: 0, none.
   */
  readonly trustProxy?: number | readonly string[]
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
