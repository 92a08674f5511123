import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs } from './units.js'

export const caches = group({
  /** Age of a cached token; 0: none is cached. */
  identityMs: integer({ default: 1_000, minimum: 0, maximum: 60_000 }),
  /** Tokens that are cached at once; 0: none is. */
  identityCount: integer({ default: 50_000, minimum: 0, maximum: 10_000_000 }),
  /** Age of a cached chat head; 0: none is cached. */
  chatHeadMs: integer({ default: 60_000, minimum: 0, maximum: hourMs }),
  /** Chat heads that are cached at once; 0: none is. */
  chatHeadCount: integer({ default: 50_000, minimum: 0, maximum: 10_000_000 }),
  /** Age at which what a license has configured is read again, though no change of it was heard of. */
  configurationMs: integer({ default: 60_000, minimum: 1_000, maximum: hourMs }),
})
