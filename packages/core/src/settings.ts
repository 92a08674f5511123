import { type ContractLimit, contractLimits } from './contract/limits.js'
import type { TrustedProxies } from './domain/addresses.js'
import { type AddressRange, parseRange } from './domain/addresses.js'
import {
  type NumericOption,
  numericOptions,
  type ParleyOptions,
  type PathName,
  pathNames,
} from './options.js'

type NumericOptions = typeof numericOptions
type Resolved = { readonly [G in keyof NumericOptions]: { readonly [N in keyof NumericOptions[G]]: number } }

/** The options, complete and checked. */
export interface Settings extends Resolved {
  readonly basePath: string
  /** Of the option `baseUrl`; `undefined` when it names none. */
  readonly origin: string | undefined
  /** Whether browsers reach Parley over https, as far as `baseUrl` tells. */
  readonly isSecure: boolean
  /** Where each part begins, `basePath` included; `auth`: {auth_url} without its origin (decisions §3). */
  readonly paths: { readonly [P in PathName]: string }
  readonly maxChatsPerCustomer: number
  /** Of the option `trustProxy`. */
  readonly trustedProxies: TrustedProxies
  readonly corsOrigins: readonly string[] | '*'
  readonly contractLimits: { readonly [L in ContractLimit]: number }
}

/** Copies, checks and freezes the options; throws a `TypeError` that names the bad one. */
export function resolveSettings(options: ParleyOptions): Settings {
  checkNames(options)
  const base = resolveBase(options.baseUrl)
  return Object.freeze({
    limits: resolveGroup('limits', numericOptions.limits, options.limits),
    timeouts: resolveGroup('timeouts', numericOptions.timeouts, options.timeouts),
    lifetimes: resolveGroup('lifetimes', numericOptions.lifetimes, options.lifetimes),
    rates: resolveGroup('rates', numericOptions.rates, options.rates),
    caches: resolveGroup('caches', numericOptions.caches, options.caches),
    rtm: resolveGroup('rtm', numericOptions.rtm, options.rtm),
    housekeeping: resolveGroup('housekeeping', numericOptions.housekeeping, options.housekeeping),
    contractLimits: resolveGroup('contractLimits', contractLimitOptions(), options.contractLimits),
    ...base,
    paths: resolvePaths(base.basePath, options.paths),
    maxChatsPerCustomer: resolveMaxChats(options.maxChatsPerCustomer),
    trustedProxies: resolveProxies(options.trustProxy),
    corsOrigins: resolveOrigins(options.corsOrigins),
  })
}

/** Every option there is; the compiler keeps it complete. */
const optionNames: Readonly<Record<keyof ParleyOptions, true>> = {
  ...{
    storage: true,
    baseUrl: true,
    paths: true,
    maxChatsPerCustomer: true,
    trustProxy: true,
    corsOrigins: true,
  },
  ...{
    signIn: true,
    renderPage: true,
    contractLimits: true,
    bus: true,
    clock: true,
    ids: true,
    logger: true,
  },
  ...{
    limits: true,
    timeouts: true,
    rates: true,
    lifetimes: true,
    caches: true,
    rtm: true,
    housekeeping: true,
  },
}

function checkNames(options: ParleyOptions): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(optionNames, name)) throw new TypeError(`Unknown option ${name}`)
  }
}

/** Of a host without types it may be anything. */
function checkGroup(group: string, known: readonly string[], given: unknown): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`Option ${group} must be an object with some of ${known.join(', ')}`)
  }
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TypeError(`Unknown option ${group}.${unknown}`)
}

function resolveGroup<N extends string>(
  group: string,
  known: Readonly<Record<N, NumericOption>>,
  given: { readonly [K in N]?: number } = {},
): { readonly [K in N]: number } {
  checkGroup(group, Object.keys(known), given)
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
function parseBase(baseUrl: unknown = '/'): URL {
  const text = typeof baseUrl === 'string' ? baseUrl.replace(/^\//, 'http://localhost/') : ''
  if (!URL.canParse(text)) {
    throw new TypeError(`Option baseUrl must be an absolute URL or a path, not ${String(baseUrl)}`)
  }
  const url = new URL(text)
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new TypeError('Option baseUrl must have no user, query or fragment')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError('Option baseUrl must be http or https')
  }
  return url
}

function resolvePaths(basePath: string, given: ParleyOptions['paths'] = {}): Settings['paths'] {
  checkGroup('paths', pathNames, given)
  const paths = { customer: '', agent: '', auth: '' }
  for (const name of pathNames) {
    const path: unknown = given[name] === undefined ? name : given[name]
    if (typeof path !== 'string' || !/^[\w~-][\w.~-]*(\/[\w~-][\w.~-]*)*$/.test(path)) {
      throw new TypeError(`Option paths.${name} must be a relative path such as ${name}, not ${String(path)}`)
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

const maxProxyCount = 100

function resolveProxies(proxies: number | readonly string[] = 0): TrustedProxies {
  if (Array.isArray(proxies)) return Object.freeze(proxies.map(toRange))
  if (typeof proxies === 'number' && Number.isInteger(proxies) && proxies >= 0 && proxies <= maxProxyCount)
    return proxies
  throw new TypeError(
    `Option trustProxy must be a number of proxies from 0 to ${maxProxyCount}, or a list of their addresses and networks`,
  )
}

function toRange(text: unknown): AddressRange {
  const range = typeof text === 'string' ? parseRange(text) : undefined
  if (range !== undefined) return range
  throw new TypeError(
    `Option trustProxy must hold addresses and networks such as 10.0.0.0/8, not ${String(text)}`,
  )
}

function resolveOrigins(origins: readonly string[] | '*' = '*'): readonly string[] | '*' {
  if (origins === '*') return origins
  if (!Array.isArray(origins)) {
    throw new TypeError(`Option corsOrigins must be '*' or a list of origins, not ${String(origins)}`)
  }
  return Object.freeze(origins.map(toOrigin))
}

function toOrigin(origin: unknown): string {
  if (typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin === origin) return origin
  throw new TypeError(
    `Option corsOrigins must hold origins such as https://example.com, not ${String(origin)}`,
  )
}
