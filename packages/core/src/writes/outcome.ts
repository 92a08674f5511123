import type { Push } from '../domain/push.js'
import type { ChatHead } from '../ports/stores/chats.js'

/** What a change answers and tells: data, sent only once it has been committed. */
export interface Outcome<Response> {
  readonly response: Response
  readonly pushes: readonly Push[]
  /** The chat's head after the change, where it changed. */
  readonly head?: ChatHead
}
