import type { Fact } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'

/** What a change answers, and what it tells everybody once it is committed: data. */
export interface Outcome<Response> {
  readonly response: Response
  readonly facts: readonly Fact[]
  /**
   * What was asked for and is so already (decisions §5.4): its push answers the connection that has asked. It is stored
   * nowhere, and nobody else hears of it.
   */
  readonly unchanged?: readonly Fact[]
  /** The chat's head after the change, where it changed. */
  readonly head?: ChatHead
  /** The change made that chat, and so has taken its first sequence. */
  readonly isNewChat?: boolean
}
