import type { ChatHead, ChatSequence } from '../../model/chat.js'
import type { NewDelivery } from '../../model/delivery.js'
import type { NewEvent } from '../../model/event.js'
import type { ThreadBounds } from '../../model/thread.js'

/** Events for the last thread of a chat. All of them are stored, or none. */
export interface NewEvents {
  readonly events: readonly NewEvent[]
  /** Size of the events in the measure of `bounds`. The storage keeps the sum of each thread. */
  readonly bytes: number
  /**
   * Limits on the thread including these events. `null` for no limit, which is for the few system messages that end a
   * thread; a thread may exceed its limits by these.
   */
  readonly bounds: ThreadBounds | null
  /**
   * New start of the idle and closing time of the thread, by the steady clock (decisions §16.21). `null` leaves it as
   * it is, as for an annotation (decisions §6.1).
   */
  readonly timeoutsFrom: number | null
}

/** Events that are stored only while the chat has the revision on which the decision was made. */
export interface AppendCommand extends NewEvents {
  readonly chatId: string
  readonly revision: number
  /** Time of the sequence that the commit takes. */
  readonly at: number
  /** Deliveries to store with the events. They are about this chat or about none. */
  readonly deliveries: readonly NewDelivery[]
}

/** Result of a command. */
export type AppendResult =
  | { readonly status: 'stored'; readonly orders: readonly number[]; readonly taken: ChatSequence }
  /**
   * Nothing was stored, because the thread would exceed its limits with these events. A later command for the same chat
   * that arrived together with this one may get the same result although it would fit: it has to be decided again.
   */
  | { readonly status: 'full' }
  /** Nothing was stored, because the revision has changed. `head` is `undefined` when there is no such chat. */
  | { readonly status: 'stale'; readonly head: ChatHead | undefined }
