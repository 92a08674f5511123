import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs } from './units.js'

/** Catch-up: the missed pushes that a client gets when it comes back. */
export const catchUp = group({
  /**
   * Time for which the changes of chats are kept for clients that are not connected, in milliseconds. Events of threads
   * are kept regardless. Default: 86,400,000 (24 h).
   */
  retentionMs: integer({ default: 24 * hourMs, minimum: 1_000, maximum: 30 * 24 * hourMs }),
  /**
   * Number of changes of one chat that are kept. A client that missed more has to read the chat again. 0: no change is
   * kept. Default: 1,000.
   */
  changesPerChat: integer({ default: 1_000, minimum: 0, maximum: 10_000 }),
})
