import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs } from './units.js'

export const notifications = group({
  /** From one notification of a chat to the next for the same agent; what happens meanwhile is told in one. */
  intervalMs: integer({ default: 10_000, minimum: 0, maximum: hourMs }),
  /** End of one call of the push service. */
  timeoutMs: integer({ default: 10_000, minimum: 100, maximum: 600_000 }),
  /** Calls of the push service under way at once; one license has a fourth at most. */
  callCount: integer({ default: 32, minimum: 4, maximum: 1_000 }),
  /** Notifications that wait, each for one agent and chat; one license has a fourth at most. */
  waitingCount: integer({ default: 10_000, minimum: 4, maximum: 1_000_000 }),
})
