import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import { type ResponseReservation, responseBytes } from '../admission/response-reservation.js'
import type { Envelope } from '../protocol/envelope.js'
import type { CallingSession } from './calling-session.js'
import { responseFrame } from './frames.js'
import type { LoggedIn } from './logged-in.js'
import type { RtmServices } from './services.js'

interface Response {
  readonly envelope: Envelope
  readonly response: unknown
  readonly reservation: ResponseReservation
  /** Frames that follow the response and count as part of it, with their size in bytes. */
  readonly following?: { readonly frames: readonly OutgoingFrame[]; readonly bytes: number }
}

/** Sends a response, and charges its size to the caller. */
export function reply(
  { callerRates }: RtmServices,
  session: CallingSession,
  { identity }: LoggedIn,
  { envelope, response, reservation, following }: Response,
): void {
  const frame = responseFrame(envelope, response)
  const bytes = responseBytes(frame.text) + (following?.bytes ?? 0)
  if (following === undefined) session.sendResponse(frame, reservation.settle(bytes))
  else session.sendResponses([frame, ...following.frames], reservation.settle(bytes))
  callerRates.chargeResponse(identity, bytes)
}
