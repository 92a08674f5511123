import { type ContractLimit, contractLimits } from './contract/limits.js'
import type { RenderPage } from './oauth/pages/page.js'
import type { Bus } from './ports/bus.js'
import type { Clock } from './ports/clock.js'
import type { Ids } from './ports/ids.js'
import type { Logger } from './ports/logger.js'
import type { SignInHook } from './ports/sign-in.js'
import type { Storage } from './ports/storage.js'
import type { BusMessage } from './push/bus-message.js'

interface NumericOption {
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
      meaning: 'Sign-in attempts in 15 min for one account',
    },
    signInsPerAddress: {
      default: 30,
      min: 1,
      max: 100_000,
      meaning: 'Sign-in attempts in 15 min from one address',
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
type Resolved = { readonly [G in keyof NumericOptions]: { readonly [N in keyof NumericOptions[G]]: number } }

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
  /** Bounds on requests, see {@link contractLimits}. */
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

const pathNames = ['customer', 'agent', 'auth'] as const
export type PathName = (typeof pathNames)[number]

export interface Settings extends Resolved {
  readonly basePath: string
  /** Of the option `baseUrl`; `undefined` when it names none. */
  readonly origin: string | undefined
  /** Whether browsers reach Parley over https, as far as `baseUrl` tells. */
  readonly isSecure: boolean
  /** Where each part begins, `basePath` included; `auth`: {auth_url} without its origin (decisions §3). */
  readonly paths: { readonly [P in PathName]: string }
  readonly maxChatsPerCustomer: number
  readonly corsOrigins: readonly string[] | '*'
  readonly contractLimits: { readonly [L in ContractLimit]: number }
}

/** Copies, checks and freezes the options; throws a `TypeError` that names the bad one. */
export function resolveSettings(options: ParleyOptions): Settings {
  const base = resolveBase(options.baseUrl)
  return Object.freeze({
    limits: resolveGroup('limits', numericOptions.limits, options.limits),
    timeouts: resolveGroup('timeouts', numericOptions.timeouts, options.timeouts),
    lifetimes: resolveGroup('lifetimes', numericOptions.lifetimes, options.lifetimes),
    caches: resolveGroup('caches', numericOptions.caches, options.caches),
    rtm: resolveGroup('rtm', numericOptions.rtm, options.rtm),
    contractLimits: resolveGroup('contractLimits', contractLimitOptions(), options.contractLimits),
    ...base,
    paths: resolvePaths(base.basePath, options.paths),
    maxChatsPerCustomer: resolveMaxChats(options.maxChatsPerCustomer),
    corsOrigins: resolveOrigins(options.corsOrigins),
  })
}

function resolveGroup<N extends string>(
  group: string,
  known: Readonly<Record<N, NumericOption>>,
  given: { readonly [K in N]?: number } = {},
): { readonly [K in N]: number } {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(known, name)) throw new TypeError(`Unknown option ${group}.${name}`)
  }
  const names = Object.keys(known) as N[]
  const entries = names.map((name) => [name, checked(`${group}.${name}`, known[name], given[name])] as const)
  return Object.freeze(Object.fromEntries(entries) as Record<N, number>)
}

function checked(name: string, option: NumericOption, value: number | undefined): number {
  if (value === undefined) return option.default
  if (!Number.isInteger(value) || value < option.min || value > option.max) {
    throw new TypeError(
      `Option ${name} must be an integer from ${option.min} to ${option.max}, not ${String(value)}`,
    )
  }
  return value
}

function contractLimitOptions(): Record<ContractLimit, NumericOption> {
  const names = Object.keys(contractLimits) as ContractLimit[]
  const entries = names.map((name) => {
    const option = { default: contractLimits[name], min: 1, max: 16_777_216, meaning: name }
    return [name, option] as const
  })
  return Object.fromEntries(entries) as Record<ContractLimit, NumericOption>
}

function resolveBase(baseUrl: string | undefined): Pick<Settings, 'basePath' | 'origin' | 'isSecure'> {
  const url = parseBase(baseUrl)
  const basePath = url.pathname.replace(/\/+$/, '')
  const origin = baseUrl?.startsWith('http') ? url.origin : undefined
  return { basePath, origin, isSecure: url.protocol === 'https:' }
}

/** A path alone stands for a mount point below an unknown origin. */
function parseBase(baseUrl = '/'): URL {
  const text = baseUrl.startsWith('/') ? `http://localhost${baseUrl}` : baseUrl
  if (!URL.canParse(text)) throw new TypeError('Option baseUrl must be an absolute URL or a path')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError('Option baseUrl must be http or https')
  }
  return url
}

function resolvePaths(basePath: string, given: ParleyOptions['paths'] = {}): Settings['paths'] {
  const paths = { customer: '', agent: '', auth: '' }
  for (const name of pathNames) {
    const path = given[name] ?? name
    if (!/^[\w~-][\w.~-]*(\/[\w~-][\w.~-]*)*$/.test(path)) {
      throw new TypeError(`Option paths.${name} must be a relative path such as ${name}, not ${path}`)
    }
    paths[name] = `${basePath}/${path}`
  }
  const isWithinAnother = (path: string) =>
    Object.values(paths).some((other) => other !== path && path.startsWith(`${other}/`))
  const areDistinct = new Set(Object.values(paths)).size === pathNames.length
  if (!areDistinct || Object.values(paths).some(isWithinAnother)) {
    throw new TypeError('Option paths must give each part a path of its own, none within another')
  }
  return Object.freeze(paths)
}

function resolveMaxChats(count: number = Number.POSITIVE_INFINITY): number {
  if (count === Number.POSITIVE_INFINITY || (Number.isInteger(count) && count > 0)) return count
  throw new TypeError(`Option maxChatsPerCustomer must be a positive integer, not ${String(count)}`)
}

function resolveOrigins(origins: readonly string[] | '*' = '*'): readonly string[] | '*' {
  if (origins === '*') return origins
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new TypeError(`Option corsOrigins must hold origins such as https://example.com, not ${origin}`)
    }
  }
  return Object.freeze([...origins])
}
