import { Type } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import type { RoutingPolicy } from '../ports/routing-policy.js'
import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs } from './units.js'

const weekMs = 7 * 24 * hourMs

/** Assigns waiting threads to agents, and closes threads that stay silent. */
export const routing = group({
  /**
   * Whether Parley assigns waiting threads to agents (`automatic`), or agents pick them (`manual`) (decisions §7).
   * Default: `automatic`.
   */
  mode: Type.Enum(['automatic', 'manual'], {
    default: 'automatic',
    [formKeyword]: '`automatic` or `manual`',
  }),
  /**
   * Time without an event after which the users of a thread are notified, once, in milliseconds. 0: no notification.
   * Default: 1,200,000 (20 min).
   */
  idleAfterMs: integer({ default: 1_200_000, minimum: 0, maximum: weekMs }),
  /** Time without an event after which a thread is closed, in milliseconds. 0: never. Default: 3,600,000 (1 h). */
  closeAfterMs: integer({ default: hourMs, minimum: 0, maximum: weekMs }),
  /**
   * Function that decides which agent gets which thread, when `mode` is `automatic`. It sees the 50 threads that have
   * waited the longest; if it assigns none of them it sees the next 50, up to 1,000 (decisions §7). Default:
   * `defaultRoutingPolicy`.
   */
  policy: Type.Optional(
    Type.Refine(
      Type.Unsafe<RoutingPolicy>({ [formKeyword]: 'a function' }),
      (policy) => typeof policy === 'function',
      () => 'must be a function',
    ),
  ),
})
