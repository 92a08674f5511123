import type { OutgoingBatch, OutgoingMessage } from '../ports/bus-link.js'

interface Published {
  readonly licenseId: number
  readonly message: unknown
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

interface Waiting extends OutgoingMessage {
  readonly bytes: number
  readonly published: Published
}

type Send = (batch: OutgoingBatch) => Promise<void>

const batchBytes = 1_048_576
/** Approximate memory of a message besides its text, in bytes. */
const overheadBytes = 256

/**
 * Messages that were published and not sent yet, in order. Those of one turn of the event loop, or published during a
 * send, are sent together. Messages that cannot be sent wait, up to a byte limit; beyond it the oldest are lost.
 */
export class OutgoingMessages {
  readonly #maxBytes: number
  #turn: Published[] = []
  #waiting: Waiting[] = []
  #bytes = 0
  #send: Send | undefined
  #isSending = false
  #hasLost = false
  #onDrained: (() => void) | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  publish(licenseId: number, message: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#turn.length === 0) setImmediate(() => this.#endTurn())
      this.#turn.push({ licenseId, message, resolve, reject })
    })
  }

  /** Sends the messages with `send` from now on. */
  startSending(send: Send): void {
    this.#send = send
    this.#endTurn()
  }

  /** Keeps messages waiting from now on. A send in progress continues. */
  stopSending(): void {
    this.#send = undefined
  }

  /** Resolves when no messages are waiting. */
  waitUntilDrained(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrained = resolve
      this.#endTurn()
    })
  }

  /** Rejects all waiting messages. */
  rejectAll(cause: unknown): void {
    this.stopSending()
    for (const { reject } of this.#turn.splice(0)) reject(cause)
    for (const { published } of this.#waiting.splice(0)) published.reject(cause)
    this.#bytes = 0
  }

  #endTurn(): void {
    for (const published of this.#turn.splice(0)) this.#add(published)
    this.#sendNext()
    if (this.#bytes > this.#maxBytes) this.#loseOldest()
  }

  #add(published: Published): void {
    const { licenseId, message, reject } = published
    try {
      const text = JSON.stringify(message)
      const bytes = Buffer.byteLength(text) + overheadBytes
      this.#waiting.push({ licenseId, text, bytes, published })
      this.#bytes += bytes
    } catch (cause) {
      reject(cause)
    }
  }

  /** Drops slightly more than necessary, so that not every new message has to shift the whole array. */
  #loseOldest(): void {
    const cause = new Error('too many messages are waiting to be sent')
    let count = 0
    while (this.#bytes > this.#maxBytes * 0.9) {
      const oldest = this.#waiting[count]
      if (oldest === undefined) break
      count += 1
      this.#bytes -= oldest.bytes
      oldest.published.reject(cause)
    }
    this.#waiting.splice(0, count)
    this.#hasLost = true
  }

  #sendNext(): void {
    if (this.#waiting.length === 0 && !this.#isSending) this.#onDrained?.()
    const hasWork = this.#waiting.length > 0 || this.#hasLost
    if (this.#send !== undefined && !this.#isSending && hasWork) void this.#sendBatch(this.#send)
  }

  async #sendBatch(send: Send): Promise<void> {
    const [batch, reportsLoss] = [this.#take(), this.#hasLost]
    this.#isSending = true
    this.#hasLost = false
    let isSent = false
    try {
      await send({ messages: batch, reportsLoss })
      isSent = true
      for (const { published } of batch) published.resolve()
    } catch (cause) {
      // The batch may have arrived anyway. It is not sent again, because it could arrive twice.
      this.#hasLost = true
      for (const { published } of batch) published.reject(cause)
    }
    this.#isSending = false
    // The loss is reported with the next messages, so that a broker that refuses everything is not called in a loop.
    if (isSent || this.#waiting.length > 0) this.#sendNext()
    else if (this.#waiting.length === 0) this.#onDrained?.()
  }

  #take(): readonly Waiting[] {
    let [count, bytes] = [0, 0]
    for (const waiting of this.#waiting) {
      if (count > 0 && bytes + waiting.bytes > batchBytes) break
      count += 1
      bytes += waiting.bytes
    }
    this.#bytes -= bytes
    return this.#waiting.splice(0, count)
  }
}
