import { randomUUID } from 'node:crypto'

const periodMs = 2_000
const patienceMs = 5_000

/** Shows all the way that what is published is heard; where it is not any more, nobody else would tell. */
export class Heartbeat {
  readonly #ownId = randomUUID()
  readonly #publish: (beat: string) => Promise<void>
  readonly #failed: (cause: unknown) => void
  readonly #waiting = new Map<string, () => void>()
  #lastBeat = 0
  #timer: NodeJS.Timeout | undefined

  constructor(publish: (beat: string) => Promise<void>, failed: (cause: unknown) => void) {
    this.#publish = publish
    this.#failed = failed
  }

  /** Resolves with the first one. */
  async begin(): Promise<void> {
    await this.beat()
    this.#timer = setInterval(() => void this.beat().catch((cause: unknown) => this.#failed(cause)), periodMs)
    this.#timer.unref()
  }

  /** Resolves once it is heard, and rejects where it is not in time. */
  async beat(): Promise<void> {
    this.#lastBeat += 1
    const beat = `${this.#ownId} ${this.#lastBeat}`
    let late: NodeJS.Timeout | undefined
    const heard = new Promise<void>((resolve, reject) => {
      this.#waiting.set(beat, resolve)
      late = setTimeout(() => reject(new Error('Redis does not pass on what is published')), patienceMs)
    })
    try {
      await Promise.all([heard, this.#publish(beat)])
    } finally {
      clearTimeout(late)
      this.#waiting.delete(beat)
    }
  }

  /** Whether that was one of its own. */
  hear(text: string): boolean {
    this.#waiting.get(text)?.()
    return text.startsWith(this.#ownId)
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
