import { randomUUID } from 'node:crypto'

const periodMs = 2_000
const timeoutMs = 5_000

/**
 * Publishes a message every two seconds and checks that it comes back. This detects a Redis that accepts messages and
 * no longer delivers them.
 */
export class Heartbeat {
  readonly #ownId = randomUUID()
  readonly #publish: (beat: string) => Promise<void>
  readonly #onError: (cause: unknown) => void
  readonly #waiting = new Map<string, () => void>()
  #lastBeat = 0
  #timer: NodeJS.Timeout | undefined

  constructor(publish: (beat: string) => Promise<void>, onError: (cause: unknown) => void) {
    this.#publish = publish
    this.#onError = onError
  }

  /** Starts the heartbeat. Resolves when the first beat has come back. */
  async begin(): Promise<void> {
    await this.beat()
    this.#timer = setInterval(
      () => void this.beat().catch((cause: unknown) => this.#onError(cause)),
      periodMs,
    )
    this.#timer.unref()
  }

  /** Publishes one beat. Resolves when it comes back, and rejects after 5 seconds without it. */
  async beat(): Promise<void> {
    this.#lastBeat += 1
    const beat = `${this.#ownId} ${this.#lastBeat}`
    let late: NodeJS.Timeout | undefined
    const heard = new Promise<void>((resolve, reject) => {
      this.#waiting.set(beat, resolve)
      late = setTimeout(() => reject(new Error('Redis does not deliver published messages')), timeoutMs)
    })
    try {
      await Promise.all([heard, this.#publish(beat)])
    } finally {
      clearTimeout(late)
      this.#waiting.delete(beat)
    }
  }

  /** Handles a control message. Returns whether it was one of this bus's own beats. */
  receive(text: string): boolean {
    this.#waiting.get(text)?.()
    return text.startsWith(this.#ownId)
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
