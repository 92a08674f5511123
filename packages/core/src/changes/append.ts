import type { ChatHead } from '../model/chat.js'
import type { NewDelivery } from '../model/delivery.js'
import type { AppendCommand, NewEvents } from '../ports/stores/chat-appends.js'
import type { Outcome } from './outcome.js'

/** An append of events to the last thread of a chat, decided on the chat's head. */
export interface Append<Response> {
  /** Instant of the change. */
  readonly at: number
  /**
   * Decides the append and throws when it is not allowed. Returns `undefined` when a transaction is needed, because the
   * chat needs a new thread first or the thread has to list the author. May be called again.
   */
  readonly decide: (head: ChatHead | undefined) => AppendDecision | undefined
  /**
   * Returns the outcome of the append. It must be pure: it is also called before the commit, when the webhooks have to
   * be stored with the events.
   */
  readonly outcome: (head: ChatHead, orders: readonly number[]) => Outcome<Response>
}

/** The events to append, and the head on which that was decided. */
export interface AppendDecision {
  readonly head: ChatHead
  readonly added: NewEvents
}

/** Returns the storage command for a decided append. */
export function toAppendCommand(
  { head, added }: AppendDecision,
  at: number,
  deliveries: readonly NewDelivery[],
): AppendCommand {
  const { events, bytes, bounds, timeoutsFrom } = added
  const { id: chatId, revision } = head
  return { chatId, revision, at, events, bytes, bounds, timeoutsFrom, deliveries }
}
