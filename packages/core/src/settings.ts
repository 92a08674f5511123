import type { TrustedProxies } from './domain/addresses.js'
import { type AddressRange, parseRange } from './domain/addresses.js'
import type { WebhookTargets } from './domain/webhook-targets.js'
import type { ThreadBounds } from './model/thread.js'
import { parseBaseUrl } from './options/base-url.js'
import { checkedDataOptions } from './options/check-data-options.js'
import type { DataOptions, ParleyOptions } from './options/options.js'

/** The options that are data, complete, checked and frozen, and what follows from them. */
export interface Settings extends Omit<DataOptions, 'baseUrl' | 'trustProxy' | 'webhooks'> {
  /** Path of `baseUrl`, without `/` at its end. */
  readonly basePath: string
  /** Of the option `baseUrl`; `undefined` when it names none. */
  readonly origin: string | undefined
  /** Whether browsers reach Parley over https, as far as `baseUrl` tells. */
  readonly isSecure: boolean
  /** Where each part begins, `basePath` included; `auth`: {auth_url} without its origin (decisions §3). */
  readonly paths: DataOptions['paths']
  /** {files_url}: where files are served; without an origin where `baseUrl` names none. */
  readonly filesUrl: string
  /** What a thread may hold (decisions §16.1). */
  readonly threadBounds: ThreadBounds
  /** Of the option `trustProxy`. */
  readonly trustedProxies: TrustedProxies
  /** Addresses that webhooks may call although they are not public: options `webhooks.allowPrivateTargets` and `allowedTargets`. */
  readonly webhookTargets: WebhookTargets
  readonly webhooks: Omit<DataOptions['webhooks'], 'allowPrivateTargets' | 'allowedTargets'>
}

/** Copies, checks and freezes the options; throws a `ParleyConfigError` that names the bad one. */
export function resolveSettings(options: Partial<ParleyOptions>): Settings {
  const { baseUrl, trustProxy, ...rest } = checkedDataOptions(options)
  const { allowPrivateTargets, allowedTargets, ...webhooks } = rest.webhooks
  const kept = { ...rest, webhooks, webhookTargets: toTargets(allowPrivateTargets, allowedTargets) }
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

/** The schema of the option lets nothing else pass. */
function toRange(text: string): readonly AddressRange[] {
  const range = parseRange(text)
  return range === undefined ? [] : [range]
}

function toTargets(allowsPrivate: boolean, allowed: readonly string[]): WebhookTargets {
  const hosts = new Set(allowed.filter((text) => parseRange(text) === undefined))
  return { allowsPrivate, hosts, ranges: allowed.flatMap(toRange) }
}
