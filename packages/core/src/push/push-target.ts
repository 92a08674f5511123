import type { ChatCaller } from '../domain/caller.js'
import type { AgentPrincipal } from '../domain/principal.js'
import type { ChatSequence } from '../model/chat.js'
import type { OutgoingFrame } from '../ports/rtm-connection.js'

/** Why somebody else ends a connection. */
export type EndCause = 'logged_out_remotely' | 'agent_deleted' | 'customer_banned' | 'token_revoked'

/** What of an agent decides which chats are shown. */
export type AgentStanding = Pick<AgentPrincipal, 'permission' | 'groups'>

/** Of which commit about which chat a push tells. */
export interface PushPlace extends ChatSequence {
  readonly chatId: string
}

/** A logged-in connection, as pushes see it. */
export interface PushTarget {
  /** Unique on this node. */
  readonly id: number
  /** Whose connection it is. */
  readonly caller: ChatCaller
  /** SHA-256 of its token, hexadecimal. */
  readonly tokenHash: string
  /** Whether its pushes tell the sequence of their chat (decisions §16.9). */
  readonly isSequenced: boolean
  /** `place`: `null` for what is about no chat, or ephemeral. */
  push(frame: OutgoingFrame, place: PushPlace | null): void
  end(cause: EndCause): void
  /** Ends it because it has missed something: the client comes back, and reads or catches up. */
  sendBack(): void
  /** The agent whose connection it is has that standing from now on; for who is not registered, see `PushTargets.change`. */
  standAs(standing: AgentStanding): void
  /** The license expires at another time from now on; `null`: never. */
  licenseExpiresAt(instant: number | null): void
}
