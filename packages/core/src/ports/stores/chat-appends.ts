import type { ChatHead, ChatSequence } from '../../model/chat.js'
import type { NewDelivery } from '../../model/delivery.js'
import type { NewEvent } from '../../model/event.js'
import type { ThreadBounds } from '../../model/thread.js'

/** Events for the last thread of a chat, all of them or none. */
export interface NewEvents {
  readonly events: readonly NewEvent[]
  /** What they count for together, in the measure of `bounds`; the storage keeps the sum for each thread. */
  readonly bytes: number
  /**
   * What the thread may hold with them. `null`: whatever it holds, which is for the few messages of the system that end
   * a thread; so a thread may exceed its bounds by these.
   */
  readonly bounds: ThreadBounds | null
  /**
   * The thread's idle and closing time count from then on, by the steady clock (decisions §16.21); `null`: from what they
   * did, as for an annotation (decisions §6.1).
   */
  readonly timeoutsFrom: number | null
}

/** Events on the condition that the chat's revision is still the one on which the decision was made. */
export interface AppendCommand extends NewEvents {
  readonly chatId: string
  readonly revision: number
  /** When the sequence is taken that the commit takes. */
  readonly at: number
  /** Stored with the events, mostly none; about this chat or none. */
  readonly deliveries: readonly NewDelivery[]
}

export type AppendResult =
  | { readonly status: 'stored'; readonly orders: readonly number[]; readonly taken: ChatSequence }
  /**
   * Nothing was stored: with these events the thread would exceed its bounds. So may a later command for that chat be
   * answered that arrived together with this one, although it would fit by itself: it has to be decided anew.
   */
  | { readonly status: 'full' }
  /** Nothing was stored; `head` is the present one, `undefined` when there is no such chat. */
  | { readonly status: 'stale'; readonly head: ChatHead | undefined }
