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
/** What a message takes besides its text, about. */
const overheadBytes = 256

/**
 * What is published and not sent yet, in its order. What comes in one turn of the event loop, or while something is being
 * sent, goes together. What cannot be sent at once waits, up to so many bytes: then the oldest is lost.
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

  /** From now on it is sent by this. */
  sendBy(send: Send): void {
    this.#send = send
    this.#endTurn()
  }

  /** From now on it waits; what is being sent ends by itself. */
  hold(): void {
    this.#send = undefined
  }

  /** Resolves once nothing waits any more. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrained = resolve
      this.#endTurn()
    })
  }

  /** All that waits is lost. */
  fail(cause: unknown): void {
    this.hold()
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

  /** More than has to go, so that not each message that comes has to move all that wait. */
  #loseOldest(): void {
    const cause = new Error('too much waits to be sent')
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
    const [batch, tellsLoss] = [this.#take(), this.#hasLost]
    this.#isSending = true
    this.#hasLost = false
    let isSent = false
    try {
      await send({ messages: batch, tellsLoss })
      isSent = true
      for (const { published } of batch) published.resolve()
    } catch (cause) {
      // It may have arrived all the same: sent again, it could arrive twice.
      this.#hasLost = true
      for (const { published } of batch) published.reject(cause)
    }
    this.#isSending = false
    // That something was lost is told with what comes next, so that a broker that refuses all is not asked all the time.
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
