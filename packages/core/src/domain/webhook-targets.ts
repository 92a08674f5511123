import { type AddressRange, isPublicAddress, isWithin, parseAddress } from './addresses.js'

/** The addresses that webhooks may go to in addition to the public internet (decisions §11). */
export interface WebhookTargets {
  /** Whether webhooks may go to any address. */
  readonly allowsPrivate: boolean
  /** Hosts that may have any address, written as {@link targetHost} returns them. */
  readonly hosts: ReadonlySet<string>
  readonly ranges: readonly AddressRange[]
}

/** Returns the host of a URL in lower case. An IPv6 address has no brackets, and a name has no trailing dot. */
export function targetHost({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/**
 * Returns whether webhooks for the host may go to this address, which is the host itself or one that its name resolved
 * to.
 */
export function isAllowedTarget(targets: WebhookTargets, host: string, addressText: string): boolean {
  if (targets.allowsPrivate || targets.hosts.has(host) || isPublicAddress(addressText)) return true
  const address = parseAddress(addressText)
  return address !== undefined && targets.ranges.some((range) => isWithin(address, range))
}

const loopback = '127.0.0.1'

/**
 * Returns whether no webhook may ever go to the host, because it is a forbidden address or `localhost`. Other names are
 * checked each time they are resolved, because the address may change.
 */
export function isForbiddenHost(targets: WebhookTargets, host: string): boolean {
  const isLocalhost = host === 'localhost' || host.endsWith('.localhost')
  if (!isLocalhost && parseAddress(host) === undefined) return false
  return !isAllowedTarget(targets, host, isLocalhost ? loopback : host)
}
