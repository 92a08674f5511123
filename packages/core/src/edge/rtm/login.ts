import type { CatchUpResult, KnownChat } from '../../catching-up/catch-up.js'
import { apis } from '../../contract/apis.js'
import { queuePositionUpdated } from '../../contract/pushes/customer/index.js'
import type { Call } from '../../dispatch/dispatcher.js'
import { invalid, invalidField, ParleyError } from '../../errors.js'
import { pushName } from '../../views/shown-pushes.js'
import { getFeatures } from '../../views/viewer.js'
import { type LoginAdmission, toChatCaller } from '../admission/admission.js'
import { ResponseReservation } from '../admission/response-reservation.js'
import type { Envelope } from '../protocol/envelope.js'
import { toCall } from './call.js'
import type { CallingSession } from './calling-session.js'
import { CatchUpWatermark } from './catch-up-watermark.js'
import type { LoggedIn } from './logged-in.js'
import { reply } from './reply.js'
import type { RtmServices } from './services.js'

/**
 * Handles `login`: turns an anonymous connection into one that gets pushes and may call actions. Rejects with a
 * `ParleyError`.
 */
export async function logIn(
  services: RtmServices,
  session: CallingSession,
  envelope: Envelope,
): Promise<void> {
  const login = new Login(services, session, envelope)
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
  readonly #session: CallingSession
  readonly #envelope: Envelope
  #loggedIn: LoggedIn | undefined
  #wantsQueue = false
  /** Chats that the client already knows; `undefined` when it does not catch up. */
  #known: readonly KnownChat[] | undefined
  #reservation: ResponseReservation | undefined
  #isOver = false

  constructor(services: RtmServices, session: CallingSession, envelope: Envelope) {
    this.#services = services
    this.#session = session
    this.#envelope = envelope
  }

  /** Logs the session in and returns the call. Pushes are held back before anything is read for the response. */
  async enter(): Promise<Call> {
    this.#requireAnonymous()
    // A bot has no connections, so it cannot log in on one.
    if (this.#envelope.authorId !== undefined)
      throw invalidField({ path: 'author_id', rule: 'not_allowed' }, 'does not apply to login')
    const { admission, callerRates, longResponses, settings } = this.#services
    const loginAdmission = await admission.admitLogin(this.#session, this.#envelope.payload)
    if (this.#isOver) throw new ParleyError('request_timeout')
    // Another login, or the end of the session, may have come meanwhile.
    this.#requireAnonymous()
    const { identity } = loginAdmission.admitted
    // A login is the most expensive request.
    callerRates.takeLogin(identity)
    const loggedIn = this.#session.enter(loginAdmission.admitted)
    this.#loggedIn = loggedIn
    this.#wantsQueue = wantsQueue(loginAdmission)
    this.#known = knownChats(loginAdmission)
    if (this.#known !== undefined) loggedIn.showSequences()
    const extraBytes = loggedIn.isSequenced ? settings.catchUp.pushBytes : 0
    this.#reservation = new ResponseReservation(longResponses, identity.callerKey, this.#session, extraBytes)
    if (!loginAdmission.isCurrent()) await this.#checkAgain(loggedIn)
    // The response to a login must not be stored, so an idempotency key is ignored.
    const request = Object.assign({}, this.#envelope, {
      payload: loginAdmission.login,
      idempotencyKey: undefined,
    })
    return toCall(this.#services, this.#session, loggedIn.identity, request, {
      reservation: this.#reservation,
    })
  }

  /** Adds what the client has missed to the response. */
  async catchUp(response: unknown): Promise<LoginResponse> {
    const [loggedIn, reservation, known] = [this.#loggedIn, this.#reservation, this.#known]
    if (known === undefined || loggedIn === undefined || reservation === undefined) return { response }
    const { catchUp, deadlines } = this.#services
    const caughtUp = await deadlines.run((cancellation) =>
      catchUp.read(loggedIn.caller, known, () => reservation.reserveExtra(cancellation), cancellation),
    )
    return { response: Object.assign({}, response, { catch_up: { chats: caughtUp.chats } }), caughtUp }
  }

  /** Sends the response, and then the pushes that were held back. */
  sendResponse({ response, caughtUp }: LoginResponse): void {
    const [loggedIn, reservation] = [this.#loggedIn, this.#reservation]
    if (loggedIn === undefined || reservation === undefined || !this.#isIn()) {
      reservation?.release()
      return
    }
    const sent = { envelope: this.#envelope, response, reservation }
    reply(this.#services, this.#session, loggedIn, caughtUp ? { ...sent, following: caughtUp } : sent)
    loggedIn.releasePushes(caughtUp && new CatchUpWatermark(caughtUp.sentUntil))
    if (this.#wantsQueue) this.#services.pushQueuePosition(loggedIn)
  }

  /** Ends the login. Also prevents it from succeeding when the user is not known yet. */
  giveUp(): void {
    this.#isOver = true
    if (this.#isIn()) this.#session.leave()
    this.#reservation?.release()
  }

  /** Checks the token again, because it may have been revoked before the session was registered. */
  async #checkAgain(loggedIn: LoggedIn): Promise<void> {
    const { admission, reregister } = this.#services
    const { address } = this.#session
    const identity = await admission.readmitAnew(address, loggedIn.identity)
    const caller = toChatCaller(address, identity)
    if (this.#isIn()) reregister(loggedIn, () => loggedIn.changeUser({ caller, identity }))
  }

  #requireAnonymous(): void {
    if (!this.#session.isAnonymous)
      throw invalid({ path: 'action', rule: 'wrong_state' }, 'already logged in')
  }

  /** Returns whether the session still belongs to this login. */
  #isIn(): boolean {
    return this.#loggedIn !== undefined && this.#session.loggedIn === this.#loggedIn
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
