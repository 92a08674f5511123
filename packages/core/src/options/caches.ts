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
  /** Age of where an address is, as the hook `geolocate` has answered; 0: none is cached. */
  geolocationMs: integer({ default: hourMs, minimum: 0, maximum: 24 * hourMs }),
  /** Addresses of which it is cached at once where they are; 0: of none. */
  geolocationCount: integer({ default: 10_000, minimum: 0, maximum: 1_000_000 }),
  /** Age at which what a license has configured is read again, though no change of it was heard of. */
  configurationMs: integer({ default: 60_000, minimum: 1_000, maximum: hourMs }),
})
