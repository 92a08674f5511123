import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs } from './units.js'

export const timeouts = group({
  /** Answer to a request. */
  requestMs: integer({ default: 15_000, minimum: 100, maximum: 600_000 }),
  /** Arrival of a JSON body. */
  bodyMs: integer({ default: 15_000, minimum: 100, maximum: 600_000 }),
  /** Arrival of a request with a file. */
  uploadMs: integer({ default: 120_000, minimum: 100, maximum: 3_600_000 }),
  /** Answer of the hook `geolocate`, for which a customer waits so long at most. */
  geolocateMs: integer({ default: 500, minimum: 10, maximum: 10_000 }),
  /** Answer of `routing.policy` about the threads that it is shown, which wait so long for it at most. */
  routingPolicyMs: integer({ default: 1_000, minimum: 10, maximum: 10_000 }),
  /** Memory of an idempotency key. */
  idempotencyMs: integer({ default: 24 * hourMs, minimum: 1_000, maximum: 30 * 24 * hourMs }),
})
