import { Latencies } from './latencies.js'
import { LostTime, type Timing } from './lost-time.js'

/** An event, as the engine reports it. */
export interface StoredEvent {
  readonly threadId: string
  readonly id: string
  readonly order: number
  readonly text: string
}

/** A message that a client has sent. */
export interface Message {
  readonly chatId: string
  /** A unique text with which the message begins. */
  readonly label: string
  readonly text: string
  /** The idempotency key of the request; `undefined` when it must not be repeated. */
  readonly idempotencyKey: string | undefined
  /** Stops the measurement of the response time. */
  readonly stopTiming: () => Timing
  /** The event in the response; `undefined` until the response has arrived. */
  answer: StoredEvent | undefined
}

export interface Draft {
  readonly chatId: string
  readonly sender: string
  readonly isIdempotent: boolean
  /** Minimum number of characters. */
  readonly length: number
}

interface Waiting {
  readonly goal: number
  readonly resolve: (isReached: boolean) => void
}

/** Records what all clients sent, and which responses and pushes they received, across all restarts of the engine. */
export class Ledger {
  readonly messages: Message[] = []
  /** Ids of the events that were pushed to connections. */
  readonly pushedIds = new Set<string>()
  readonly answers = new Counter()
  /** Number of errors that the fault excuses. */
  readonly refusals = new Counter()
  /** Response times of all requests. */
  readonly waits = new Latencies()
  /** Response times without the time that the machine itself took. */
  readonly ownWaits = new Latencies()

  readonly #lostTime: LostTime

  constructor(lostTime = new LostTime()) {
    this.#lostTime = lostTime
  }

  get slowestMs(): number {
    return this.waits.maxMs
  }

  send({ chatId, sender, isIdempotent, length }: Draft): Message {
    const label = `${sender} ${this.messages.length}`
    const message = {
      ...{ chatId, label, text: label.padEnd(length, '.'), stopTiming: this.#lostTime.watch() },
      ...{ idempotencyKey: isIdempotent ? label : undefined, answer: undefined },
    }
    this.messages.push(message)
    return message
  }

  answered(message: Message, answer: StoredEvent): void {
    message.answer = answer
    this.#noteTime(message)
    this.answers.add()
  }

  refused(message: Message): void {
    this.#noteTime(message)
    this.refusals.add()
  }

  /** Ends all waiting for responses, because none will arrive. */
  abandon(): void {
    this.answers.abandon()
    this.refusals.abandon()
  }

  of(chatId: string): readonly Message[] {
    return this.messages.filter((message) => message.chatId === chatId)
  }

  /** Returns the messages without a response that can safely be sent again. */
  repeatable(): readonly Message[] {
    return this.messages.filter(
      ({ answer, idempotencyKey }) => answer === undefined && idempotencyKey !== undefined,
    )
  }

  #noteTime({ stopTiming }: Message): void {
    const { ms, ownMs } = stopTiming()
    this.waits.record(ms)
    this.ownWaits.record(ownMs)
  }
}

/** A counter that callers can wait for. */
export class Counter {
  #count = 0
  #waiting: Waiting[] = []

  get count(): number {
    return this.#count
  }

  add(): void {
    this.#count += 1
    const due = this.#waiting.filter(({ goal }) => goal <= this.#count)
    if (due.length === 0) return
    this.#waiting = this.#waiting.filter(({ goal }) => goal > this.#count)
    for (const { resolve } of due) resolve(true)
  }

  /** Resolves with `true` once the counter has grown by `count`, or with `false` when it no longer will. */
  waitForMore(count: number): Promise<boolean> {
    const goal = this.#count + count
    return new Promise((resolve) => this.#waiting.push({ goal, resolve }))
  }

  abandon(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(false)
  }
}
