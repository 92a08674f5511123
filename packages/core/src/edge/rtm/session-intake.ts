import { ParleyError } from '../../errors.js'
import { minRequestBytes } from '../admission/caller-rates.js'
import type { RtmMessage } from '../edge.js'
import { nothingEchoed } from '../protocol/envelope.js'
import type { CallingSession } from './calling-session.js'
import { failureFrame } from './frames.js'
import { readEchoedFields } from './message.js'
import type { IntakeHost } from './request-intake.js'
import { perform } from './requests.js'
import type { RtmServices } from './services.js'

/** Maximum number of refusals in a row before an anonymous peer is disconnected (decisions §16.20). */
const maxAnonymousRefusals = 5
/** The same limit for a logged-in peer whose reading cannot be paused. */
const maxUnpausedRefusals = 100
/** Maximum length of a refused message that is parsed, so that the response can name the request. */
const maxNamedLength = 4_096

/** A session, as its request intake sees it. */
export interface IntakeSession extends CallingSession {
  readonly canPause: boolean
  /** Current time of the monotonic clock. */
  now(): number
  /** Ends the connection, because it asks for more than any proper client does. */
  giveUp(): void
  /** Calls `tick` of the session repeatedly, until it returns `false`. */
  watch(): void
}

/** Handles the messages of a session. Charges them to the user who is logged in, and to the address before that. */
export class SessionIntake implements IntakeHost {
  readonly #services: RtmServices
  readonly #session: IntakeSession

  constructor(services: RtmServices, session: IntakeSession) {
    this.#services = services
    this.#session = session
  }

  now(): number {
    return this.#session.now()
  }

  isThrottled(): boolean {
    const { loggedIn } = this.#session
    return loggedIn !== undefined && this.#services.callerRates.getWaitMs(loggedIn.identity) > 0
  }

  /**
   * Long messages before login are limited per address. They wait instead of being refused, because a refusal would end
   * all connections from that address, which would then all return at the same time.
   */
  mustWait({ length }: RtmMessage): boolean {
    const session = this.#session
    const isLong = session.loggedIn === undefined && length >= minRequestBytes
    return isLong && this.#services.addressRates.isThrottled(session.remoteAddress)
  }

  perform(message: RtmMessage): Promise<void> {
    if (this.#session.isClosed) return Promise.resolve()
    this.#charge(message.length)
    return perform(this.#services, this.#session, message)
  }

  refuse(message: RtmMessage | undefined, refusalCount: number): void {
    if (message !== undefined) this.#respondRefused(message)
    const { isAnonymous, canPause } = this.#session
    const isTolerated = isAnonymous
      ? refusalCount <= maxAnonymousRefusals
      : canPause || refusalCount <= maxUnpausedRefusals
    if (!isTolerated) this.giveUp()
  }

  giveUp(): void {
    this.#session.giveUp()
  }

  watch(): void {
    this.#session.watch()
  }

  #charge(bytes: number): void {
    const { callerRates, addressRates } = this.#services
    const { loggedIn } = this.#session
    if (loggedIn !== undefined) callerRates.chargeMessage(loggedIn.identity, bytes)
    else if (bytes >= minRequestBytes) addressRates.chargeRequest(this.#session.remoteAddress, bytes)
  }

  #respondRefused(message: RtmMessage): void {
    const error = new ParleyError('too_many_requests', { retryAfterSeconds: 1 })
    const echoed = message.length <= maxNamedLength ? readEchoedFields(message) : nothingEchoed
    this.#session.sendResponse(failureFrame(echoed, error))
  }
}
