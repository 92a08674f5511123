/** Maximum time that deferrable work waits for urgent work, in milliseconds. */
const maxDelayMs = 20

/**
 * Delays deferrable work until no urgent work is running, or until the maximum wait is over. Waiting groups more of it
 * into one transaction, because each transaction takes server time from urgent work.
 */
export class UrgencyGate {
  #othersCount = 0
  #waiting: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  /** Runs urgent work. */
  async runUrgent<T>(work: () => Promise<T>): Promise<T> {
    this.#othersCount += 1
    try {
      return await work()
    } finally {
      this.#othersCount -= 1
      if (this.#othersCount === 0) this.#release()
    }
  }

  /** Resolves when deferrable work may begin. */
  async waitForTurn(): Promise<void> {
    if (this.#isOver || this.#othersCount === 0) return
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      this.#timer ??= setTimeout(() => this.#release(), maxDelayMs)
    })
  }

  /** Ends all waiting, now and later. */
  end(): void {
    this.#isOver = true
    this.#release()
  }

  #release(): void {
    if (this.#waiting.length === 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
