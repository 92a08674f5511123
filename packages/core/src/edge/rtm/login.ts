import type { CatchUpResult, KnownChat } from '../../catching-up/catch-up.js'
import { apis } from '../../contract/apis.js'
import { queuePositionUpdated } from '../../contract/customer-pushes.js'
import type { Call } from '../../dispatch/dispatcher.js'
import { invalid, invalidField, ParleyError } from '../../errors.js'
import { pushName } from '../../views/shown-pushes.js'
import { getFeatures } from '../../views/viewer.js'
import { type LoginAdmission, toChatCaller } from '../admission/admission.js'
import { ResponseReservation } from '../admission/response-reservation.js'
import type { Envelope } from '../protocol/envelope.js'
import { type Request, reply, toCall } from './call.js'
import { CatchUpWatermark } from './catch-up-watermark.js'
import type { Connection } from './connection.js'
import type { RtmServices } from './services.js'
import type { Session } from './session.js'

/**
 * Handles `login`: turns an anonymous connection into one that gets pushes and may call actions. Rejects with a
 * `ParleyError`.
 */
export async function logIn(
  services: RtmServices,
  connection: Connection,
  envelope: Envelope,
): Promise<void> {
  const login = new Login(services, connection, envelope)
  try {
    login.sendResponse(await login.catchUp(await services.dispatcher.run(login.enter())))
  } catch (cause) {
    login.giveUp()
    throw cause
  }
}

/** The response to `login`, and the missed pushes that follow it. */
interface LoginResponse {
  readonly response: unknown
  readonly caughtUp?: CatchUpResult
}

class Login {
  readonly #services: RtmServices
  readonly #connection: Connection
  readonly #envelope: Envelope
  /** Exists once the user is logged in. */
  #request: Request | undefined
  #wantsQueue = false
  /** Chats that the client already knows; `undefined` when it does not catch up. */
  #known: readonly KnownChat[] | undefined
  #isOver = false

  constructor(services: RtmServices, connection: Connection, envelope: Envelope) {
    this.#services = services
    this.#connection = connection
    this.#envelope = envelope
  }

  /** Logs the user in and returns the call. Pushes are held back before anything is read for the response. */
  async enter(): Promise<Call> {
    this.#requireAnonymous()
    // A bot has no connections, so it cannot log in on one.
    if (this.#envelope.authorId !== undefined)
      throw invalidField({ path: 'author_id', rule: 'not_allowed' }, 'does not apply to login')
    const { admission, callerRates } = this.#services
    const loginAdmission = await admission.admitLogin(this.#connection, this.#envelope.payload)
    if (this.#isOver) throw new ParleyError('request_timeout')
    // Another login, or the end of the connection, may have come meanwhile.
    this.#requireAnonymous()
    const { admitted } = loginAdmission
    // A login is the most expensive request.
    callerRates.takeLogin(admitted.identity)
    this.#wantsQueue = wantsQueue(loginAdmission)
    this.#known = knownChats(loginAdmission)
    const request = this.#openSession(loginAdmission)
    this.#request = request
    if (!loginAdmission.isCurrent()) await this.#checkAgain(request.session)
    return toCall(this.#services, this.#connection, request.session.identity, request)
  }

  /** Adds what the client has missed to the response. */
  async catchUp(response: unknown): Promise<LoginResponse> {
    const [request, known] = [this.#request, this.#known]
    if (known === undefined || request === undefined) return { response }
    const { session, reservation } = request
    const { catchUp, deadlines } = this.#services
    const caughtUp = await deadlines.run((cancellation) =>
      catchUp.read(session.caller, known, () => reservation.reserveExtra(cancellation), cancellation),
    )
    return { response: Object.assign({}, response, { catch_up: { chats: caughtUp.chats } }), caughtUp }
  }

  /** Sends the response, and then the pushes that were held back. */
  sendResponse({ response, caughtUp }: LoginResponse): void {
    const request = this.#request
    if (request === undefined || !this.#isIn(request)) {
      request?.reservation.release()
      return
    }
    const { session } = request
    reply(this.#services, this.#connection, request, response, caughtUp)
    session.releasePushes(caughtUp && new CatchUpWatermark(caughtUp.sentUntil))
    if (this.#wantsQueue) this.#services.pushQueuePosition(session)
  }

  /** Ends the login. Also prevents it from succeeding when the user is not known yet. */
  giveUp(): void {
    this.#isOver = true
    if (this.#request === undefined) return
    if (this.#isIn(this.#request)) this.#connection.leave()
    this.#request.reservation.release()
  }

  #openSession({ admitted, login }: LoginAdmission): Request {
    const { longResponses, settings } = this.#services
    const session = this.#connection.enter(admitted)
    if (this.#known !== undefined) session.showSequences()
    const extraBytes = session.isSequenced ? settings.catchUp.pushBytes : 0
    const { callerKey } = admitted.identity
    const reservation = new ResponseReservation(longResponses, callerKey, this.#connection, extraBytes)
    // The response to a login must not be stored, so an idempotency key is ignored.
    const envelope = Object.assign({}, this.#envelope, { payload: login, idempotencyKey: undefined })
    return { session, envelope, reservation }
  }

  /** Checks the token again, because it may have been revoked before the session was registered. */
  async #checkAgain(session: Session): Promise<void> {
    const { admission, reregister } = this.#services
    const { address } = this.#connection
    const identity = await admission.readmitAnew(address, session.identity)
    const caller = toChatCaller(address, identity)
    if (this.#connection.session === session)
      reregister(session, () => session.changeUser({ caller, identity }))
  }

  #requireAnonymous(): void {
    if (!this.#connection.isAnonymous)
      throw invalid({ path: 'action', rule: 'wrong_state' }, 'already logged in')
  }

  /** Returns whether the connection still belongs to this login. */
  #isIn({ session }: Request): boolean {
    return this.#connection.session === session
  }
}

/** Returns the chats that the client knows. Older versions may send anything in that field, so it is ignored there. */
function knownChats({ login, admitted }: LoginAdmission): readonly KnownChat[] | undefined {
  if (!getFeatures(admitted.caller).hasCatchUp || !('catch_up' in login.request)) return undefined
  return login.request.catch_up?.chats
}

/** Returns whether the client wants queue updates. Older versions lack that push and may send anything in the field. */
function wantsQueue({ login, admitted }: LoginAdmission): boolean {
  if (pushName(admitted.caller, queuePositionUpdated.name) === undefined) return false
  if (!login.isOf(apis.customer.login)) return false
  return 'queue_updates' in login.request && login.request.queue_updates === true
}
