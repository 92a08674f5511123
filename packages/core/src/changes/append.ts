import type { ChatHead } from '../model/chat.js'
import type { NewDelivery } from '../model/delivery.js'
import type { AppendCommand, NewEvents } from '../ports/stores/chat-appends.js'
import type { Outcome } from './outcome.js'

/** Events for the last thread of a chat, decided on its head. */
export interface Append<Response> {
  /** The instant of the change. */
  readonly at: number
  /**
   * Throws what forbids it; `undefined` when it takes a transaction: the chat needs a new thread first, or its thread has to
   * name who writes. May be asked again.
   */
  readonly decide: (head: ChatHead | undefined) => AppendDecision | undefined
  /** Pure: it is asked before the commit too, where what it tells has to be stored with the events. */
  readonly outcome: (head: ChatHead, orders: readonly number[]) => Outcome<Response>
}

export interface AppendDecision {
  readonly head: ChatHead
  readonly added: NewEvents
}

export function commandOf(
  { head, added }: AppendDecision,
  at: number,
  deliveries: readonly NewDelivery[],
): AppendCommand {
  const { events, bytes, bounds, timeoutsFrom } = added
  const { id: chatId, revision } = head
  return { chatId, revision, at, events, bytes, bounds, timeoutsFrom, deliveries }
}
