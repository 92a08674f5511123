import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import { type Answering, answerBytes } from '../admission/answering.js'
import type { Envelope } from '../protocol/envelope.js'
import type { CallingSession } from './calling-session.js'
import { responseFrame } from './frames.js'
import type { LoggedIn } from './logged-in.js'
import type { RtmServices } from './services.js'

interface Response {
  readonly envelope: Envelope
  readonly response: unknown
  readonly answering: Answering
  /** Frames that follow the response and count as part of it, with their size in bytes. */
  readonly following?: { readonly frames: readonly OutgoingFrame[]; readonly bytes: number }
}

/** Sends a response, and charges its size to the caller. */
export function reply(
  { callerRates }: RtmServices,
  session: CallingSession,
  { identity }: LoggedIn,
  { envelope, response, answering, following }: Response,
): void {
  const frame = responseFrame(envelope, response)
  const bytes = answerBytes(frame.text) + (following?.bytes ?? 0)
  if (following === undefined) session.answer(frame, answering.settle(bytes))
  else session.answerAll([frame, ...following.frames], answering.settle(bytes))
  callerRates.chargeAnswer(identity, bytes)
}
