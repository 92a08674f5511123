import { Type } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import { parseRange } from '../domain/addresses.js'
import { targetHost } from '../domain/webhook-targets.js'
import { group } from './group.js'
import { integer } from './integer.js'
import { dayMs, mebibyte } from './units.js'

const target = Type.Refine(
  Type.String(),
  (text) => parseRange(text) !== undefined || isHost(text),
  () => 'must be a host, an address or a network such as 10.0.0.0/8',
)

/**
 * Returns whether the text is a host as URLs write it, which is the form that it is compared with. Patterns are not
 * supported.
 */
function isHost(text: string): boolean {
  if (text.includes('*')) return false
  const url = `http://${text}/`
  return URL.canParse(url) && targetHost(new URL(url)) === text
}

/** Where webhooks may go, and how they are sent. */
export const webhooks = group({
  /**
   * Whether webhooks may call addresses that are not public, as in development (decisions §11). Default: `false`. In
   * production, name the addresses in `allowedTargets` instead.
   */
  allowPrivateTargets: Type.Boolean({ default: false, [formKeyword]: '`true` or `false`' }),
  /**
   * Hosts, addresses and networks that webhooks may call although they are not public, e.g. `['hooks.internal',
   * '10.0.0.0/8']`. A host is allowed regardless of the address that it resolves to. Default: none.
   */
  allowedTargets: Type.Immutable(
    Type.Array(target, { default: [], [formKeyword]: 'hosts, addresses and networks' }),
  ),
  /** Maximum time of one request to a webhook, including its response, in milliseconds. Default: 10,000 (10 s). */
  timeoutMs: integer({ default: 10_000, minimum: 100, maximum: 60_000 }),
  /**
   * Maximum number of requests to webhooks at the same time. One license gets at most a quarter, and all destinations
   * whose last delivery failed get at most half. 0: this node sends no webhooks and leaves them to other nodes.
   * Default: 512.
   */
  deliveryCount: integer({ default: 512, minimum: 0, maximum: 10_000 }),
  /**
   * Maximum size of the deliveries of one license that wait or were given up, in bytes. Beyond it the oldest dead
   * letters are dropped, then deliveries that wait for disabled webhooks; then the webhook with the most waiting
   * deliveries is disabled, and these are dropped. Default: 268,435,456 (256 MiB).
   */
  storedBytesPerLicense: integer({
    default: 256 * mebibyte,
    minimum: mebibyte,
    maximum: 1_048_576 * mebibyte,
  }),
  /** Time for which dead letters are kept, in milliseconds. Default: 2,592,000,000 (30 days). */
  failedMs: integer({ default: 30 * dayMs, minimum: 1_000, maximum: 365 * dayMs }),
})
