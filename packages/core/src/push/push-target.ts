import type { Caller } from '../domain/caller.js'
import type { OutgoingFrame } from '../ports/rtm-connection.js'

/** Why somebody else ends a connection. */
export type EndCause = 'logged_out_remotely' | 'agent_deleted' | 'customer_banned' | 'token_revoked'

/** A logged-in connection, as pushes see it. */
export interface PushTarget {
  /** Unique on this node. */
  readonly id: number
  /** Whose connection it is, as of its `login`. */
  readonly caller: Caller
  /** SHA-256 of its token, hexadecimal. */
  readonly tokenHash: string
  push(frame: OutgoingFrame): void
  end(cause: EndCause): void
  /** The license expires at another time from now on; `null`: never. */
  licenseExpiresAt(instant: number | null): void
}
