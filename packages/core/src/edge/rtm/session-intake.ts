import { ParleyError } from '../../errors.js'
import { minReceivedBytes } from '../admission/caller-rates.js'
import type { RtmMessage } from '../edge.js'
import { unnamed } from '../protocol/envelope.js'
import type { CallingSession } from './calling-session.js'
import { failureFrame } from './frames.js'
import { answeredBy } from './message.js'
import type { IntakeHost } from './request-intake.js'
import { perform } from './requests.js'
import type { RtmServices } from './services.js'

/** So often in a row a peer that has not logged in may ask for too much (decisions §16.20). */
const maxAnonymousRefusals = 5
/** And so often one that has, where it cannot be kept from sending on. */
const maxUnpausedRefusals = 100
/** What is refused is not parsed; but of a short one it costs nothing to say which it was. */
const maxNamedLength = 4_096

/** A session, as the intake of what it is asked sees it. */
export interface AskedSession extends CallingSession {
  readonly canPause: boolean
  /** Of the monotonic clock. */
  now(): number
  /** It asks for more than any client does. */
  giveUp(): void
  /** Calls its `tick` again and again, until that answers `false`. */
  watch(): void
}

/** What comes on one session is charged to who is logged in on it, and before that to where it comes from. */
export class SessionIntake implements IntakeHost {
  readonly #services: RtmServices
  readonly #session: AskedSession

  constructor(services: RtmServices, session: AskedSession) {
    this.#services = services
    this.#session = session
  }

  now(): number {
    return this.#session.now()
  }

  owes(): boolean {
    const { loggedIn } = this.#session
    return loggedIn !== undefined && this.#services.callerRates.owedMs(loggedIn.identity) > 0
  }

  /**
   * Before login long messages are bounded by address. A refusal would end all connections from there at the same time,
   * and have them come back at the same time.
   */
  mustWait({ length }: RtmMessage): boolean {
    const session = this.#session
    const isLong = session.loggedIn === undefined && length >= minReceivedBytes
    return isLong && this.#services.addressRates.owesReceived(session.remoteAddress)
  }

  perform(message: RtmMessage): Promise<void> {
    if (this.#session.isClosed) return Promise.resolve()
    this.#charge(message.length)
    return perform(this.#services, this.#session, message)
  }

  refuse(message: RtmMessage | undefined, refusalCount: number): void {
    if (message !== undefined) this.#answerRefused(message)
    const { isAnonymous, canPause } = this.#session
    const isPatient = isAnonymous
      ? refusalCount <= maxAnonymousRefusals
      : canPause || refusalCount <= maxUnpausedRefusals
    if (!isPatient) this.giveUp()
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
    else if (bytes >= minReceivedBytes) addressRates.chargeReceived(this.#session.remoteAddress, bytes)
  }

  #answerRefused(message: RtmMessage): void {
    const error = new ParleyError('too_many_requests', { retryAfterSeconds: 1 })
    const answered = message.length <= maxNamedLength ? answeredBy(message) : unnamed
    this.#session.answer(failureFrame(answered, error))
  }
}
