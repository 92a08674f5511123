import { startChat } from '../../support/conversations.js'
import type { Person } from '../../support/world.js'

/** A request that succeeds. */
export interface Sample {
  /** Makes a payload, and whatever it is about. */
  readonly payload: (person: Person) => Promise<object>
  /** Fields that cannot be left out alone, because a rule needs one of several. */
  readonly oneOf?: readonly string[]
}

/**
 * Samples by action, which together have every documented field. `start_chat@v0.3` is for a version that has other fields
 * than the newest.
 */
export type Samples = Readonly<Record<string, readonly Sample[]>>

interface Ids {
  readonly threadId: string
  readonly person: Person
}

/** A request about a chat that the caller has started. */
export function aboutChat(fields: (ids: Ids) => object): Sample {
  return {
    payload: async (person) => {
      const { chatId, threadId } = await startChat(person)
      return { chat_id: chatId, ...fields({ threadId, person }) }
    },
  }
}

/** A request that needs nothing but its caller. */
export function always(payload: object): Sample {
  return { payload: async () => payload }
}
