import type { OutgoingFrame, RtmConnection } from '../../ports/rtm-connection.js'
import type { Settings } from '../../settings.js'
import type { IntakePeer } from './request-intake.js'

type Outlet = Pick<RtmConnection, 'send' | 'canPause' | 'pause' | 'resume' | 'bufferedBytes' | 'takenBytes'>

/** Where an answer stands among all bytes of the connection. */
interface LongAnswer {
  readonly startsAt: number
  readonly endsAt: number
  readonly release: (() => void) | undefined
}

/** What was found where something was unsent. */
interface Look {
  readonly isOverLimit: boolean
  readonly takenBytes: number
  /** Since when it is so much. */
  readonly takenAt: number
}

/** Shorter answers count like pushes. */
const minLongAnswerLength = 32_768

/**
 * Who has more than the limit unsent is given from one look to the next, about a second: a burst of one moment, which
 * somebody else may have caused, is not the reader's fault, up to so many times the limit.
 */
const burstFactor = 8

/** What goes out on one connection, and whether its reader keeps up with it (decisions §10.4). */
export class RtmOutput implements IntakePeer {
  readonly #connection: Outlet
  readonly #limits: Pick<Settings['rtm'], 'bufferedBytes' | 'stalledMs'>
  /** Those that are not gone yet, in their order. */
  #longAnswers: LongAnswer[] | undefined
  #lastLook: Look | undefined

  constructor(connection: Outlet, limits: Pick<Settings['rtm'], 'bufferedBytes' | 'stalledMs'>) {
    this.#connection = connection
    this.#limits = limits
  }

  /** `false`, and nothing is sent: the reader is too slow. */
  push(frame: OutgoingFrame): boolean {
    // What is queued already decides, not the frame.
    const burstBytes = this.#limits.bufferedBytes * burstFactor
    if (this.#connection.bufferedBytes > burstBytes && this.#unsentPushBytes() > burstBytes) return false
    this.#connection.send(frame)
    return true
  }

  /** An answer that was asked for, which is no reason to call its reader slow. `release` is called once it is gone. */
  answer(frame: OutgoingFrame, release?: () => void): void {
    if (release === undefined && frame.text.length < minLongAnswerLength) this.#connection.send(frame)
    else this.answerAll([frame], release)
  }

  /** The same of an answer of several frames. */
  answerAll(frames: readonly OutgoingFrame[], release: (() => void) | undefined): void {
    const startsAt = this.#endsAt()
    for (const frame of frames) this.#connection.send(frame)
    this.#longAnswers ??= []
    this.#longAnswers.push({ startsAt, endsAt: this.#endsAt(), release })
  }

  get canPause(): boolean {
    return this.#connection.canPause
  }

  /** Of reading from the peer, which is bound to how it takes what it is sent. */
  pause(): void {
    this.#connection.pause()
  }

  resume(): void {
    this.#connection.resume()
  }

  /** The reader lets its answers lie: it is to ask for no more. */
  isBehind(): boolean {
    return this.#connection.bufferedBytes > this.#limits.bufferedBytes / burstFactor
  }

  /** Gives back what answers that are gone have held; whether some are not gone yet. */
  tick(): boolean {
    const answers = this.#longAnswers
    if (answers === undefined) return false
    const { takenBytes } = this.#connection
    for (let first = answers[0]; first !== undefined && first.endsAt <= takenBytes; first = answers[0]) {
      answers.shift()
      first.release?.()
    }
    if (answers.length === 0) this.#longAnswers = undefined
    return answers.length > 0
  }

  /** To be looked at about once a second. */
  isSlow(now: number): boolean {
    if (this.#connection.bufferedBytes === 0) {
      this.#lastLook = undefined
      return false
    }
    const last = this.#lastLook
    const { takenBytes } = this.#connection
    const isStalled = last !== undefined && takenBytes <= last.takenBytes
    const takenAt = isStalled ? last.takenAt : now
    const isOverLimit = this.#unsentPushBytes() > this.#limits.bufferedBytes
    this.#lastLook = { isOverLimit, takenBytes, takenAt }
    return (isOverLimit && last?.isOverLimit === true) || now - takenAt >= this.#limits.stalledMs
  }

  /** What is unsent, and nothing of it was taken since the last look. */
  stalledBytes(now: number): number {
    return this.#lastLook !== undefined && now > this.#lastLook.takenAt ? this.#connection.bufferedBytes : 0
  }

  /** The connection is over: nothing is held for it any more. */
  end(): void {
    const answers = this.#longAnswers ?? []
    this.#longAnswers = undefined
    for (const { release } of answers) release?.()
  }

  #endsAt(): number {
    return this.#connection.takenBytes + this.#connection.bufferedBytes
  }

  #unsentPushBytes(): number {
    const { bufferedBytes, takenBytes } = this.#connection
    let answerBytes = 0
    for (const { startsAt, endsAt } of this.#longAnswers ?? []) {
      answerBytes += Math.max(0, endsAt - Math.max(startsAt, takenBytes))
    }
    return bufferedBytes - answerBytes
  }
}
