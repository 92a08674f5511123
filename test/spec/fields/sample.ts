import { startChat } from '../../support/conversations.js'
import type { Person } from '../../support/world.js'

/** A request that succeeds. */
export interface Sample {
  /** Returns a payload after creating what it refers to. */
  readonly payload: (person: Person) => Promise<object>
  /** Fields that cannot be left out alone, because a rule requires one of several. */
  readonly oneOf?: readonly string[]
}

/**
 * Samples by action, which together contain every documented field. `start_chat@v0.3` is for a version with other
 * fields than the newest.
 */
export type Samples = Readonly<Record<string, readonly Sample[]>>

interface Ids {
  readonly threadId: string
  readonly person: Person
}

/** Returns a sample of a request about a chat that the caller has started. */
export function aboutChat(fields: (ids: Ids) => object): Sample {
  return {
    payload: async (person) => {
      const { chatId, threadId } = await startChat(person)
      return { chat_id: chatId, ...fields({ threadId, person }) }
    },
  }
}

/** Returns a sample of a request that needs nothing but its caller. */
export function always(payload: object): Sample {
  return { payload: async () => payload }
}
