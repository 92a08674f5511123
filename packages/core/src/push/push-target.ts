import type { ChatCaller } from '../domain/caller.js'
import type { AgentPrincipal } from '../domain/principal.js'
import type { OutgoingFrame } from '../ports/rtm-connection.js'

/** Why somebody else ends a connection. */
export type EndCause = 'logged_out_remotely' | 'agent_deleted' | 'customer_banned' | 'token_revoked'

/** What of an agent decides which chats are shown. */
export type AgentStanding = Pick<AgentPrincipal, 'permission' | 'groups'>

/** A logged-in connection, as pushes see it. */
export interface PushTarget {
  /** Unique on this node. */
  readonly id: number
  /** Whose connection it is. */
  readonly caller: ChatCaller
  /** SHA-256 of its token, hexadecimal. */
  readonly tokenHash: string
  push(frame: OutgoingFrame): void
  end(cause: EndCause): void
  /** The agent whose connection it is has that standing from now on; for who is not registered, see `PushTargets.change`. */
  standAs(standing: AgentStanding): void
  /** The license expires at another time from now on; `null`: never. */
  licenseExpiresAt(instant: number | null): void
}
