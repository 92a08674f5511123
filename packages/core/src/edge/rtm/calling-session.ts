import type { ChatCaller } from '../../domain/caller.js'
import type { ClientOrigin } from '../../domain/visits.js'
import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import type { AdmissionResult } from '../admission/admission.js'
import type { ChatAddress } from '../protocol/routes.js'
import type { LoggedIn, LoggedInSession } from './logged-in.js'

/** A session, as its requests see it. */
export interface CallingSession extends LoggedInSession {
  readonly address: ChatAddress
  /** License id from the query of a Customer API address. */
  readonly licenseId: number | undefined
  readonly client: ClientOrigin
  readonly remoteAddress: string | null
  readonly isClosed: boolean
  /** Whether the connection is open and nobody is logged in. */
  readonly isAnonymous: boolean
  readonly loggedIn: LoggedIn | undefined
  /** Sends a response. `release` is called when the network has taken it. */
  sendResponse(frame: OutgoingFrame, release?: () => void): void
  /** Sends a response that consists of several frames. */
  sendResponses(frames: readonly OutgoingFrame[], release: (() => void) | undefined): void
  /**
   * Logs the user in. Pushes are held back from now on, until `login` is answered. Throws `too_many_requests` when the
   * user has the maximum number of connections.
   */
  enter(admitted: AdmissionResult<ChatCaller>): LoggedIn
  /** Logs the user out: the session receives no further pushes. An open connection may log in again. */
  leave(): void
}
