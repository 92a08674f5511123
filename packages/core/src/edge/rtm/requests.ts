import type { Call } from '../../dispatch/dispatcher.js'
import { toParleyError } from '../../dispatch/failures.js'
import { invalidField, ParleyError } from '../../errors.js'
import type { Identity } from '../../identity/known-token.js'
import { ResponseReservation } from '../admission/response-reservation.js'
import type { RtmMessage } from '../edge.js'
import { type EchoedFields, type Envelope, parseEnvelope, toEnvelope } from '../protocol/envelope.js'
import { type Request, reply, toCall } from './call.js'
import type { Connection } from './connection.js'
import { findLoginDisconnect, findSessionDisconnect } from './disconnects.js'
import { failureFrame, readEchoedFields, responseFrame } from './frames.js'
import type { Intake } from './intake.js'
import { logIn } from './login.js'
import type { RtmServices } from './services.js'
import type { Session } from './session.js'

/** Handles a message and sends the response. Never rejects. */
export async function perform(
  services: RtmServices,
  connection: Connection,
  message: RtmMessage,
  intake: Intake,
): Promise<void> {
  let envelope: Envelope | undefined
  let action: RunningAction | undefined
  try {
    envelope = readMessage(services, message)
    if (envelope.action === undefined) throw invalidField({ path: 'action', rule: 'required' }, 'is required')
    if (envelope.action === 'ping') {
      connection.sendResponse(responseFrame(envelope, undefined))
    } else if (envelope.action === 'login') {
      await logIn(services, connection, envelope)
    } else {
      action = new RunningAction(services, connection, envelope)
      action.sendResponse(await action.run())
    }
  } catch (cause) {
    action?.giveUp()
    fail(services, connection, envelope ?? readEchoedFields(message), toParleyError(cause))
  }
  // Even a message that is answered immediately counts as running while others of the same read arrive.
  await undefined
  intake.ended()
}

/** Reads a message within its limits. Throws `validation` when it is malformed. */
function readMessage({ settings: { limits } }: RtmServices, message: RtmMessage): Envelope {
  return typeof message === 'string' ? parseEnvelope(message, limits) : toEnvelope(message.value, limits)
}

/** An action that a logged-in user has called, until it is answered. */
class RunningAction implements Request {
  readonly session: Session
  readonly envelope: Envelope
  readonly reservation: ResponseReservation
  readonly #services: RtmServices
  readonly #connection: Connection
  #isAnswered = false

  constructor(services: RtmServices, connection: Connection, envelope: Envelope) {
    const { session } = connection
    if (!session?.isReady) throw new ParleyError('authentication', { detail: 'login first' })
    this.session = session
    this.envelope = envelope
    this.reservation = new ResponseReservation(services.longResponses, session.identity.callerKey, connection)
    this.#services = services
    this.#connection = connection
  }

  run(): Promise<unknown> {
    const { admission, dispatcher } = this.#services
    const { address } = this.#connection
    const { identity } = this.session
    const cached = admission.readmitCached(address, identity)
    if (cached !== undefined) return dispatcher.run(this.#callBy(cached))
    return dispatcher.run(admission.readmit(address, identity).then((found) => this.#callBy(found)))
  }

  /** Sends the response, unless it has been sent. */
  sendResponse(response: unknown): void {
    if (!this.#isAnswered) reply(this.#services, this.#connection, this, response)
    this.#isAnswered = true
  }

  /** A request that was answered as timed out may still commit. Its response must not be sent again. */
  giveUp(): void {
    this.#isAnswered = true
    this.reservation.release()
  }

  #callBy(identity: Identity): Call {
    this.session.identity = identity
    const respond = (response: unknown) => this.sendResponse(response)
    return toCall(this.#services, this.#connection, identity, this, respond)
  }
}

function fail(services: RtmServices, connection: Connection, echoed: EchoedFields, error: ParleyError): void {
  services.logFailure(error, echoed.action)
  connection.sendResponse(failureFrame(echoed, error))
  const { api } = connection.address
  // Another login may have succeeded meanwhile, so a failed login is handled by its action and not by the session.
  if (echoed.action === 'login') connection.endWith(findLoginDisconnect(api, error))
  else if (connection.session?.isReady) connection.endWith(findSessionDisconnect(api, error.type))
}
