import { group } from './group.js'
import { integer } from './integer.js'

/** Push notifications to agents who are away. Used only with the option `pushService`. */
export const notifications = group({
  /**
   * Minimum time between two notifications of one agent about one chat, in milliseconds. What happens in between is
   * summed up in the next one. 0: no pause. Default: 10,000 (10 s).
   */
  intervalMs: integer({ default: 10_000, minimum: 0, maximum: 3_600_000 }),
  /** Maximum time of one call of the push service, in milliseconds. Default: 10,000 (10 s). */
  timeoutMs: integer({ default: 10_000, minimum: 100, maximum: 600_000 }),
  /**
   * Maximum number of calls of the push service at the same time. One license gets at most a quarter. Default: 32.
   */
  callCount: integer({ default: 32, minimum: 4, maximum: 1_000 }),
})
