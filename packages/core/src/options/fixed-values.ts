import { contractLimits } from '../contract/limits.js'
import type { contractLimitNames } from './limits.js'
import type { DataOptions } from './options.js'
import { daySeconds, hourMs, mebibyte } from './values.js'

/** Limits, pauses and sizes that no host needs to change. They are grouped like the options that they stand beside. */
const values = {
  limits: {
    /** Maximum depth of nesting of the JSON of a request. */
    jsonDepth: 32,
    /** Maximum number of keys of one object in a request. */
    jsonKeyCount: 1_000,
    /** Maximum size of one key of an object in a request, in bytes. */
    jsonKeyBytes: 256,
    /** Maximum size of the query string of a request, in bytes. */
    queryBytes: 8_192,
    /** Maximum size of the `content` of a multicast, as JSON, in bytes. */
    multicastContentBytes: 16_384,
    /** Maximum size of the fields of a form, or the elements of a rich message, as JSON, in bytes. */
    eventContentBytes: 131_072,
    /** Maximum size of the events that a chat is started with, as they are stored, in bytes. */
    startEventsBytes: 524_288,
    /** Maximum number of properties that a license defines in one namespace. */
    propertiesPerNamespace: 100,
    /** Maximum size of the definition of one property, as JSON, in bytes. */
    propertyDefinitionBytes: 4_096,
    /** Maximum size of `webhooks` of one bot, as JSON, in bytes. */
    botWebhooksBytes: 16_384,
    /** Maximum size of one webhook, as JSON, in bytes. */
    webhookBytes: 16_384,
    /**
     * Maximum number of webhooks of a license for one action, including those of bots. A push is compared with each.
     */
    rulesPerAction: 500,
    /** Maximum number of properties in the filters of a list, or of an automatic chat scope. */
    propertyFilterCount: 20,
    /** Maximum number of values in the filters of a list, and of words in them, all properties together. */
    propertyFilterTermCount: 500,
    /** Maximum size of one of the automatic chat scopes with its rules, as JSON, in bytes. */
    autoChatScopesBytes: 16_384,
    /** Maximum size of what other users see of an agent, as JSON, in bytes: login, name, e-mail address and avatar. */
    agentProfileBytes: 5_120,
    /** Maximum number of former members that a chat shows: those who joined last. */
    formerUsersPerChat: 50,
    /** Maximum number of users who were in one thread. */
    usersPerThread: 500,
    /** Maximum size of the visited pages that are kept, as JSON, in bytes. The last page is kept in any case. */
    visitPagesBytes: 8_192,
    /**
     * Maximum size of the events of a thread, as JSON of the newest Agent API with each button pressed, in bytes. It
     * exceeds the longest event and all events of one request; a larger thread would not fit into a response.
     */
    threadBytes: 8 * mebibyte,
    /** Maximum number of chats in `chats_summary` of the Agent API. */
    chatsSummaryCount: 100,
    /** Maximum size of `chats_summary`, as JSON, in bytes. One chat is shown in any case. */
    chatsSummaryBytes: 4 * mebibyte,
    /** Maximum number of active chats that one change of a customer is pushed to. */
    activeChatsPerCustomerCount: 100,
    /** Maximum size of `state` of an authorization request, in bytes. */
    stateBytes: 4_096,
    /** Maximum number of authorization requests of an app for one agent in 30 seconds. */
    authorizationRequestCount: 3,
    /** Maximum number of log lines about failures of one kind in 10 seconds. One more line counts the others. */
    failureLineCount: 10,
    /** Maximum length of an idempotency key, in characters. */
    idempotencyKeyLength: 128,
    /** Maximum number of parts of a `multipart/form-data` request, including the file. */
    formPartCount: 8,
    /** Maximum size of one part of a `multipart/form-data` request that is not a file, in bytes. */
    formFieldBytes: 8_192,
  },
  rates: {
    /**
     * Bytes of long messages from one address before login, per second. Eight seconds' worth may arrive at the same
     * moment.
     */
    anonymousRequestBytesPerSecond: 262_144,
  },
  lifetimes: {
    /** Lifetime of an authorization code, in seconds. */
    codeSeconds: 60,
    /** Time after which a file that no event names is deleted, in seconds. It must exceed the time of an upload. */
    unnamedFileSeconds: daySeconds,
  },
  caches: {
    /** Maximum age of a cached chat head, in milliseconds. */
    chatHeadMs: 60_000,
    /** Maximum age of a cached result of `geolocate`, in milliseconds. */
    geolocationMs: hourMs,
    /** Maximum number of cached results of `geolocate`. */
    geolocationCount: 10_000,
    /**
     * Age after which the configuration of a license is read again, even when no change was announced, in milliseconds.
     */
    configurationMs: 60_000,
  },
  rtm: {
    /** Maximum time between a connection and its login, in milliseconds. */
    loginTimeoutMs: 30_000,
    /**
     * Time after which the token of a connection is checked again, in case its revocation was not received, in
     * milliseconds.
     */
    identityCheckMs: 60_000,
    /** Maximum number of requests in progress on one connection. */
    inFlightCount: 10,
    /** Time without progress after which a connection with unsent output is closed, in milliseconds. */
    stalledMs: 10_000,
    /** Maximum size of a frame on a connection that has not logged in, in bytes. */
    anonymousFrameBytes: 65_536,
    /** Frames on a connection that has not logged in, per second. Twice as many may arrive at the same moment. */
    anonymousMessagesPerSecond: 5,
  },
  catchUp: {
    /** Maximum number of pushes in the response to a login. */
    pushCount: 1_000,
    /** Maximum size of the pushes in the response to a login, in bytes. */
    pushBytes: 3 * mebibyte,
  },
  housekeeping: {
    /** Time between two rounds of deleting what has expired, in milliseconds. The first round is at the start. */
    periodMs: 60_000,
    /** Maximum number of rows that one transaction deletes. */
    chunkRowCount: 100,
  },
  search: {
    /**
     * Time between two rounds of indexing new events, in milliseconds. A search that finds some unindexed does not
     * wait.
     */
    periodMs: 1_000,
    /** Maximum number of events that one transaction indexes. */
    chunkEventCount: 200,
  },
  notifications: {
    /** Maximum number of waiting notifications, each for one agent and chat. One license gets at most a quarter. */
    waitingCount: 10_000,
  },
} as const

type Numbers<T> = { readonly [N in keyof T]: number }
type Values = { readonly [G in keyof typeof values]: Numbers<(typeof values)[G]> }

/** How much may arrive at the same moment. Each is a multiple of the rate that it belongs to. */
interface Bursts {
  readonly rates: {
    readonly customerRequestBurstCount: number
    readonly agentRequestBurstCount: number
    readonly appRequestBurstCount: number
    readonly multicastBurstCount: number
    readonly postbackBurstCount: number
    readonly configurationBurstCount: number
    readonly licenseConfigurationBurstCount: number
  }
  readonly rtm: { readonly messageBurstCount: number }
}

/** The fixed limits of requests. */
interface ContractLimits {
  readonly contractLimits: Numbers<Omit<typeof contractLimits, (typeof contractLimitNames)[number]>>
}

/** Settings that are no options: constants, and values that follow from options. */
export type FixedValues = Values & Bursts & ContractLimits

/** Replaced constants, for tests of the engine. */
export type FixedOverrides = { readonly [G in keyof FixedValues]?: Partial<FixedValues[G]> }

/** Returns the settings that are no options, given the options and what a test replaces. */
export function fixedValues(
  options: Pick<DataOptions, 'rates' | 'rtm'>,
  overrides: FixedOverrides,
): FixedValues {
  const bursts = burstsOf(options)
  return {
    limits: { ...values.limits, ...overrides.limits },
    rates: { ...values.rates, ...bursts.rates, ...overrides.rates },
    lifetimes: { ...values.lifetimes, ...overrides.lifetimes },
    caches: { ...values.caches, ...overrides.caches },
    rtm: { ...values.rtm, ...bursts.rtm, ...overrides.rtm },
    catchUp: { ...values.catchUp, ...overrides.catchUp },
    housekeeping: { ...values.housekeeping, ...overrides.housekeeping },
    search: { ...values.search, ...overrides.search },
    notifications: { ...values.notifications, ...overrides.notifications },
    contractLimits: { ...contractLimits, ...overrides.contractLimits },
  }
}

function burstsOf({ rates, rtm }: Pick<DataOptions, 'rates' | 'rtm'>): Bursts {
  return {
    rates: {
      customerRequestBurstCount: 2 * rates.customerRequestsPerSecond,
      agentRequestBurstCount: 2 * rates.agentRequestsPerSecond,
      appRequestBurstCount: 2 * rates.appRequestsPerSecond,
      multicastBurstCount: 5 * rates.multicastsPerSecond,
      postbackBurstCount: 4 * rates.postbacksPerSecond,
      configurationBurstCount: 10 * rates.configurationsPerSecond,
      licenseConfigurationBurstCount: 10 * rates.licenseConfigurationsPerSecond,
    },
    rtm: { messageBurstCount: 2 * rtm.messagesPerSecond },
  }
}
