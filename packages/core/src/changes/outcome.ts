import type { Fact } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'

/** The result of a change as plain data: its response, and the facts to distribute after the commit. */
export interface Outcome<Response> {
  readonly response: Response
  readonly facts: readonly Fact[]
  /**
   * Facts for a request whose result already existed (decisions §5.4). Their pushes go only to the connection that
   * asked, and nothing is stored.
   */
  readonly unchanged?: readonly Fact[]
  /** Head of the chat after the change, if it changed. */
  readonly head?: ChatHead
  /** Whether the change created the chat, and so has taken its first sequence. */
  readonly isNewChat?: boolean
}
