import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs } from './units.js'

/** How long the engine waits or remembers. */
export const timeouts = group({
  /** Maximum time for handling a request, in milliseconds. Default: 15,000 (15 s). */
  requestMs: integer({ default: 15_000, minimum: 100, maximum: 600_000 }),
  /** Maximum time for receiving a JSON body, in milliseconds. Default: 15,000 (15 s). */
  bodyMs: integer({ default: 15_000, minimum: 100, maximum: 600_000 }),
  /** Maximum time for receiving a request with a file, in milliseconds. Default: 120,000 (2 min). */
  uploadMs: integer({ default: 120_000, minimum: 100, maximum: 3_600_000 }),
  /** Maximum time that a customer waits for `geolocate`, in milliseconds. Default: 500. */
  geolocateMs: integer({ default: 500, minimum: 10, maximum: 10_000 }),
  /**
   * Maximum time that waiting threads wait for the result of `routing.policy`, in milliseconds. After it Parley assigns
   * them itself. Default: 1,000 (1 s).
   */
  routingPolicyMs: integer({ default: 1_000, minimum: 10, maximum: 10_000 }),
  /** Time for which the response to an idempotency key is remembered, in milliseconds. Default: 86,400,000 (24 h). */
  idempotencyMs: integer({ default: 24 * hourMs, minimum: 1_000, maximum: 30 * 24 * hourMs }),
})
