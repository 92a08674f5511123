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

/** As URLs write it, for that is what it is compared with. A pattern would match nothing. */
function isHost(text: string): boolean {
  if (text.includes('*')) return false
  const url = `http://${text}/`
  return URL.canParse(url) && targetHost(new URL(url)) === text
}

export const webhooks = group({
  /**
   * Whether webhooks may call addresses that are not public, as in development (decisions §11). Default: `false`. In production,
   * name the addresses in `allowedTargets` instead.
   */
  allowPrivateTargets: Type.Boolean({ default: false, [formKeyword]: '`true` or `false`' }),
  /**
   * Hosts, addresses and networks that webhooks may go to though they are not public, e.g.
   * `['hooks.internal', '10.0.0.0/8']`; a host whatever it is resolved to.
   */
  allowedTargets: Type.Immutable(
    Type.Array(target, { default: [], [formKeyword]: 'hosts, addresses and networks' }),
  ),
  /** End of one request of a webhook, its answer included. */
  timeoutMs: integer({ default: 10_000, minimum: 100, maximum: 60_000 }),
  /**
   * Requests of webhooks under way at once; one license has a fourth at most, and destinations that did not take what was
   * sent last have half of them together. 0: this node sends none, and leaves them to others.
   */
  deliveryCount: integer({ default: 512, minimum: 0, maximum: 10_000 }),
  /**
   * Bytes of the deliveries of one license that wait or were given up. Beyond them the oldest that were given up are dropped,
   * then what waits for disabled webhooks; then the webhook for which most deliveries wait is disabled, and these are dropped.
   */
  storedBytesPerLicense: integer({
    default: 256 * mebibyte,
    minimum: mebibyte,
    maximum: 1_048_576 * mebibyte,
  }),
  /** How long deliveries are kept that were given up. */
  failedMs: integer({ default: 30 * dayMs, minimum: 1_000, maximum: 365 * dayMs }),
})
