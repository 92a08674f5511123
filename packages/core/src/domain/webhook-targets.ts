import { type AddressRange, isPublicAddress, isWithin, parseAddress } from './addresses.js'

/** Where webhooks may go beside addresses of the public internet (decisions §11). */
export interface WebhookTargets {
  /** Whether they may go anywhere. */
  readonly allowsPrivate: boolean
  /** Hosts that may have any address, as {@link targetHost} writes them. */
  readonly hosts: ReadonlySet<string>
  readonly ranges: readonly AddressRange[]
}

/** The host of a URL, in lower case: an address of IPv6 without brackets, a name without the dot that may end it. */
export function targetHost({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Whether what is sent to that host may go to that address, which the host is or has been resolved to. */
export function isAllowedTarget(targets: WebhookTargets, host: string, addressText: string): boolean {
  if (targets.allowsPrivate || targets.hosts.has(host) || isPublicAddress(addressText)) return true
  const address = parseAddress(addressText)
  return address !== undefined && targets.ranges.some((range) => isWithin(address, range))
}

const loopback = '127.0.0.1'

/**
 * Whether nothing may go to that host whatever it is resolved to: it is such an address itself, or `localhost`. Any other
 * name is decided on where it is resolved, for it may be another address each time.
 */
export function isForbiddenHost(targets: WebhookTargets, host: string): boolean {
  const isLocalhost = host === 'localhost' || host.endsWith('.localhost')
  if (!isLocalhost && parseAddress(host) === undefined) return false
  return !isAllowedTarget(targets, host, isLocalhost ? loopback : host)
}
