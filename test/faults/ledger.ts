import { Latencies } from './latencies.js'
import { LostTime, type Took } from './lost-time.js'

/** An event as the engine says it is stored. */
export interface StoredEvent {
  readonly threadId: string
  readonly id: string
  readonly order: number
  readonly text: string
}

/** A message that a client has sent. */
export interface Message {
  readonly chatId: string
  /** Unlike any other's; the text begins with it. */
  readonly label: string
  readonly text: string
  /** Sent along with it, so that it may be sent again. */
  readonly idempotencyKey: string | undefined
  /** Ends the measuring of its answer. */
  readonly took: () => Took
  /** What the client was told. */
  answer: StoredEvent | undefined
}

export interface Draft {
  readonly chatId: string
  readonly sender: string
  readonly isIdempotent: boolean
  /** Characters at least. */
  readonly length: number
}

interface Waiting {
  readonly goal: number
  readonly resolve: (isReached: boolean) => void
}

/** What all clients together sent, were answered, and were pushed, over all restarts. */
export class Ledger {
  readonly messages: Message[] = []
  /** Ids of the events that connections were told of. */
  readonly pushedIds = new Set<string>()
  readonly answers = new Tally()
  /** Errors that the fault excuses. */
  readonly refusals = new Tally()
  /** How long each answer took, whatever it was. */
  readonly waits = new Latencies()
  /** The same without what the machine itself took. */
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
      ...{ chatId, label, text: label.padEnd(length, '.'), took: this.#lostTime.watch() },
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

  /** Nobody answers any more. */
  abandon(): void {
    this.answers.abandon()
    this.refusals.abandon()
  }

  of(chatId: string): readonly Message[] {
    return this.messages.filter((message) => message.chatId === chatId)
  }

  /** Not answered, and safe to send again. */
  repeatable(): readonly Message[] {
    return this.messages.filter(
      ({ answer, idempotencyKey }) => answer === undefined && idempotencyKey !== undefined,
    )
  }

  #noteTime({ took }: Message): void {
    const { ms, ownMs } = took()
    this.waits.add(ms)
    this.ownWaits.add(ownMs)
  }
}

/** A count that can be waited for. */
export class Tally {
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

  /** Resolves with the one that is that many from now; `false` when there will be none. */
  more(count: number): Promise<boolean> {
    const goal = this.#count + count
    return new Promise((resolve) => this.#waiting.push({ goal, resolve }))
  }

  abandon(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(false)
  }
}
