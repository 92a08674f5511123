import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs } from './units.js'

export const housekeeping = group({
  /** From one deletion to the next; the first one is at the start. */
  periodMs: integer({ default: 60_000, minimum: 1_000, maximum: 24 * hourMs }),
  /** Rows that are deleted in one transaction. */
  chunkRowCount: integer({ default: 100, minimum: 1, maximum: 10_000 }),
})
