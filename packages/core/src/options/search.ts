import { group } from './group.js'
import { integer } from './integer.js'

export const search = group({
  /** From one indexing of new events to the next; a search that finds some waiting does not wait for it. */
  periodMs: integer({ default: 1_000, minimum: 100, maximum: 60_000 }),
  /** Events that are indexed in one transaction. */
  chunkEventCount: integer({ default: 200, minimum: 1, maximum: 1_000 }),
})
