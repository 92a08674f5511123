import type { TrustedProxies } from './domain/addresses.js'
import { type AddressRange, parseRange } from './domain/addresses.js'
import type { WebhookTargets } from './domain/webhook-targets.js'
import type { ThreadBounds } from './model/thread.js'
import { checkedDataOptions } from './options/checks.js'
import { type FixedOverrides, type FixedValues, fixedValues } from './options/fixed-values.js'
import type { DataOptions, ParleyOptions } from './options/options.js'
import { parseBaseUrl } from './options/values.js'

type SharedGroups = keyof FixedValues & keyof DataOptions

/** The groups that consist of options and fixed values. */
type Groups = {
  readonly [G in keyof FixedValues]: FixedValues[G] & (G extends SharedGroups ? DataOptions[G] : unknown)
}

/**
 * The options that are data, complete, checked and frozen, together with the fixed values and what follows from both.
 */
export interface Settings
  extends Omit<DataOptions, 'baseUrl' | 'trustProxy' | 'webhooks' | SharedGroups>,
    Groups {
  /** Path of `baseUrl`, without `/` at its end. */
  readonly basePath: string
  /** Origin of the option `baseUrl`; `undefined` when it names none. */
  readonly origin: string | undefined
  /** Whether browsers reach Parley over https, according to `baseUrl`. */
  readonly isSecure: boolean
  /** Path of each part, including `basePath`. `auth` is {auth_url} without its origin (decisions §3). */
  readonly paths: DataOptions['paths']
  /** {files_url}, where files are served; without an origin when `baseUrl` names none. */
  readonly filesUrl: string
  /** Limits of one thread (decisions §16.1). */
  readonly threadBounds: ThreadBounds
  /** Trusted proxies: the option `trustProxy`. */
  readonly trustedProxies: TrustedProxies
  /**
   * Addresses that webhooks may call although they are not public: options `webhooks.allowPrivateTargets` and
   * `allowedTargets`.
   */
  readonly webhookTargets: WebhookTargets
  readonly webhooks: Omit<DataOptions['webhooks'], 'allowPrivateTargets' | 'allowedTargets'>
}

/**
 * Copies, checks and freezes the options, and adds the fixed values, which tests replace by `overrides`. Throws a
 * `ParleyConfigError` that names the first wrong option.
 */
export function resolveSettings(options: Partial<ParleyOptions>, overrides: FixedOverrides = {}): Settings {
  const { baseUrl, trustProxy, ...rest } = checkedDataOptions(options)
  const { allowPrivateTargets, allowedTargets, ...webhooks } = rest.webhooks
  const groups = withFixedValues(rest, overrides)
  const kept = {
    ...rest,
    ...groups,
    webhooks,
    webhookTargets: toTargets(allowPrivateTargets, allowedTargets),
  }
  const base = resolveBase(baseUrl)
  const paths = belowBase(base.basePath, kept.paths)
  const trustedProxies = typeof trustProxy === 'number' ? trustProxy : trustProxy.flatMap(toRange)
  const filesUrl = `${base.origin ?? ''}${paths.files}`
  const { threadEvents: eventCount, threadBytes: eventBytes } = kept.limits
  const threadBounds = { eventCount, eventBytes }
  const settings = { ...kept, ...base, paths, filesUrl, threadBounds, trustedProxies }
  for (const part of Object.values(settings)) Object.freeze(part)
  return Object.freeze(settings)
}

function withFixedValues(options: Pick<DataOptions, SharedGroups>, overrides: FixedOverrides): Groups {
  const fixed = fixedValues(options, overrides)
  return {
    ...fixed,
    limits: { ...options.limits, ...fixed.limits },
    rates: { ...options.rates, ...fixed.rates },
    lifetimes: { ...options.lifetimes, ...fixed.lifetimes },
    caches: { ...options.caches, ...fixed.caches },
    rtm: { ...options.rtm, ...fixed.rtm },
    catchUp: { ...options.catchUp, ...fixed.catchUp },
    notifications: { ...options.notifications, ...fixed.notifications },
    contractLimits: { ...fixed.contractLimits, ...options.contractLimits },
  }
}

function resolveBase(baseUrl: string): Pick<Settings, 'basePath' | 'origin' | 'isSecure'> {
  const url = parseBaseUrl(baseUrl)
  return {
    basePath: url.pathname.replace(/\/+$/, ''),
    origin: baseUrl.startsWith('http') ? url.origin : undefined,
    isSecure: url.protocol === 'https:',
  }
}

function belowBase(
  basePath: string,
  { customer, agent, configuration, auth, files, health }: DataOptions['paths'],
): Settings['paths'] {
  return {
    customer: `${basePath}/${customer}`,
    agent: `${basePath}/${agent}`,
    configuration: `${basePath}/${configuration}`,
    auth: `${basePath}/${auth}`,
    files: `${basePath}/${files}`,
    health: `${basePath}/${health}`,
  }
}

/** Parses an address or network, which the schema of the option has checked. */
function toRange(text: string): readonly AddressRange[] {
  const range = parseRange(text)
  return range === undefined ? [] : [range]
}

function toTargets(allowsPrivate: boolean, allowed: readonly string[]): WebhookTargets {
  const hosts = new Set(allowed.filter((text) => parseRange(text) === undefined))
  return { allowsPrivate, hosts, ranges: allowed.flatMap(toRange) }
}
