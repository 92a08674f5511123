import type { Chat, ChatEvent, Thread } from './chat.js'

export interface PlacedEvent {
  readonly thread: Thread
  readonly event: ChatEvent
}

/** Returns the newest event of each type, newest first. */
export function newestPerType({ threads }: Pick<Chat, 'threads'>): readonly PlacedEvent[] {
  const newest = new Map<string, PlacedEvent>()
  for (const thread of threads) {
    for (const event of thread.events) {
      newest.delete(event.type)
      newest.set(event.type, { thread, event })
    }
  }
  return [...newest.values()].reverse()
}

/** Returns the fields that every response about a chat begins with. */
export function headOf({ id, users, properties, scopes }: Chat) {
  return { id, users, ...(Object.keys(properties).length > 0 && { properties }), scopes }
}
