import { Type } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import type { RoutingPolicy } from '../ports/routing-policy.js'
import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs } from './units.js'

const weekMs = 7 * 24 * hourMs

export const routing = group({
  /** Whether Parley gives waiting threads to agents, or agents pick them (decisions §7). */
  mode: Type.Enum(['automatic', 'manual'], {
    default: 'automatic',
    [formKeyword]: '`automatic` or `manual`',
  }),
  /** Silence in a thread after which its users are told so, once; 0: they are not. */
  idleAfterMs: integer({ default: 1_200_000, minimum: 0, maximum: weekMs }),
  /** Silence in a thread after which it is closed; 0: it is not. */
  closeAfterMs: integer({ default: hourMs, minimum: 0, maximum: weekMs }),
  /**
   * The host's own choice of who gets which thread, where `mode` is `automatic`. It is shown 50 threads, the longest-waiting,
   * and the next 50 where it gives nobody any of these, up to 1,000. Default: Parley's (decisions §7).
   */
  policy: Type.Optional(
    Type.Refine(
      Type.Unsafe<RoutingPolicy>({ [formKeyword]: 'a function' }),
      (policy) => typeof policy === 'function',
      () => 'must be a function',
    ),
  ),
})
