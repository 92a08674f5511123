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
}

/** Sends the answer; what it took counts for the caller. */
export function reply(
  { callerRates }: RtmServices,
  session: CallingSession,
  { identity }: LoggedIn,
  { envelope, response, answering }: Response,
): void {
  const frame = responseFrame(envelope, response)
  const bytes = answerBytes(frame.text)
  session.answer(frame, answering.settle(bytes))
  callerRates.chargeAnswer(identity, bytes)
}
