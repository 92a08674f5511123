import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs, mebibyte } from './units.js'

export const catchUp = group({
  /** So long changes of chats are kept for who was not connected, the events of threads apart. */
  keptMs: integer({ default: 24 * hourMs, minimum: 1_000, maximum: 30 * 24 * hourMs }),
  /** Changes of one chat that are kept, and that a client can be behind; 0: none. */
  keptCount: integer({ default: 1_000, minimum: 0, maximum: 10_000 }),
  /** Pushes that a login is answered with. */
  pushCount: integer({ default: 1_000, minimum: 1, maximum: 10_000 }),
  /** The same in bytes. */
  pushBytes: integer({ default: 3 * mebibyte, minimum: 65_536, maximum: 64 * mebibyte }),
})
