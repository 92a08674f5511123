import type { ChatCaller } from '../domain/caller.js'
import type { AgentPrincipal } from '../domain/principal.js'
import type { ChatCommit } from '../facts/fact-batch.js'
import type { OutgoingFrame } from '../ports/rtm-connection.js'

/** The reason why a connection is ended by the server or another user. */
export type EndCause = 'logged_out_remotely' | 'agent_deleted' | 'customer_banned' | 'token_revoked'

/** The fields of an agent that decide which chats are shown. */
export type AgentAccess = Pick<AgentPrincipal, 'permission' | 'groups'>

/** A logged-in connection that receives pushes. */
export interface PushTarget {
  /** Unique on this node. */
  readonly id: number
  /** The user of the connection. */
  readonly caller: ChatCaller
  /** SHA-256 of its token, in hexadecimal. */
  readonly tokenHash: string
  /** Whether its pushes contain the sequence of their chat (decisions §16.9). */
  readonly isSequenced: boolean
  /** Sends a push. `commit` is `null` when the push is about no chat, or is ephemeral. */
  push(frame: OutgoingFrame, commit: ChatCommit | null): void
  /** Ends the connection. */
  end(cause: EndCause): void
  /** Ends the connection because it has missed something. The client reconnects, and reads or catches up. */
  askToReconnect(): void
  /**
   * Changes the permission and groups of the connection's agent. For a registered connection, use `PushTargets.change`.
   */
  setAccess(standing: AgentAccess): void
  /** Sets when the license expires; `null` means never. */
  licenseExpiresAt(instant: number | null): void
}
