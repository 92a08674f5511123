import { group } from './group.js'
import { integer } from './integer.js'

/** Caches of what a node has read from the storage. */
export const caches = group({
  /**
   * Maximum age of a cached token, in milliseconds. While the bus is down, other nodes notice a revocation after this
   * time at the latest. 0: no caching. Default: 1,000 (1 s).
   */
  identityMs: integer({ default: 1_000, minimum: 0, maximum: 60_000 }),
  /** Maximum number of cached tokens. 0: no caching. Default: 50,000. */
  identityCount: integer({ default: 50_000, minimum: 0, maximum: 10_000_000 }),
  /** Maximum number of cached chat heads (a chat without its events). 0: no caching. Default: 50,000. */
  chatHeadCount: integer({ default: 50_000, minimum: 0, maximum: 10_000_000 }),
})
