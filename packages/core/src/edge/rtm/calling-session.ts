import type { ChatCaller } from '../../domain/caller.js'
import type { ClientOrigin } from '../../domain/visits.js'
import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import type { Admitted } from '../admission/admission.js'
import type { ChatAddress } from '../protocol/routes.js'
import type { LoggedIn, LoggedInSession } from './logged-in.js'

/** A session, as the requests on it see it. */
export interface CallingSession extends LoggedInSession {
  readonly address: ChatAddress
  /** The one in a Customer API address. */
  readonly licenseId: number | undefined
  readonly client: ClientOrigin
  readonly remoteAddress: string | null
  readonly isClosed: boolean
  /** Open, and nobody is logged in. */
  readonly isAnonymous: boolean
  readonly loggedIn: LoggedIn | undefined
  /** `release`: called once the answer is gone. */
  answer(frame: OutgoingFrame, release?: () => void): void
  /** The same of an answer that is followed by more. */
  answerAll(frames: readonly OutgoingFrame[], release: (() => void) | undefined): void
  /** Pushes are held for it from now on; `too_many_requests` when the user has as many connections as allowed. */
  enter(admitted: Admitted<ChatCaller>): LoggedIn
  /** Pushes reach it no more; a connection that is still open may log in again. */
  leave(): void
}
