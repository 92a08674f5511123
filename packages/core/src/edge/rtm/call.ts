import type { Call } from '../../dispatch/dispatcher.js'
import type { Identity } from '../../identity/known-token.js'
import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import { toChatCaller } from '../admission/admission.js'
import { type ResponseReservation, responseBytes } from '../admission/response-reservation.js'
import type { Envelope } from '../protocol/envelope.js'
import type { Connection } from './connection.js'
import { responseFrame } from './frames.js'
import type { RtmServices } from './services.js'
import type { Session } from './session.js'

/** A request of a logged-in user. */
export interface Request {
  readonly session: Session
  readonly envelope: Envelope
  readonly reservation: ResponseReservation
}

/**
 * Returns the call that a request asks for. `respond` is called with the response, as {@link Call.respond}
 * describes.
 */
export function toCall(
  { callerRates }: RtmServices,
  connection: Connection,
  identity: Identity,
  { session, envelope, reservation }: Request,
  respond?: (response: unknown) => void,
): Call {
  const { action = '', payload, authorId, idempotencyKey, requestId } = envelope
  return {
    caller: toChatCaller(connection.address, identity),
    action,
    transport: 'rtm',
    payload,
    authorId,
    idempotencyKey,
    client: connection.client,
    connection: connection.session === session ? { target: session, requestId } : null,
    isSequenced: session.isSequenced,
    charge: (bytes) => callerRates.chargePushes(identity, bytes),
    takeRate: (rate) => callerRates.takeRate(identity, rate),
    responseBudget: reservation,
    respond,
  }
}

/** Frames that follow a response and count as part of it, with their size in bytes. */
interface FollowingFrames {
  readonly frames: readonly OutgoingFrame[]
  readonly bytes: number
}

/** Sends a response, and charges its size to the caller. */
export function reply(
  { callerRates }: RtmServices,
  connection: Connection,
  { session, envelope, reservation }: Request,
  response: unknown,
  following?: FollowingFrames,
): void {
  const frame = responseFrame(envelope, response)
  const bytes = responseBytes(frame.text) + (following?.bytes ?? 0)
  if (following === undefined) connection.sendResponse(frame, reservation.settle(bytes))
  else connection.sendResponses([frame, ...following.frames], reservation.settle(bytes))
  callerRates.chargeResponse(session.identity, bytes)
}
