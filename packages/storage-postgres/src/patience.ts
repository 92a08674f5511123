/** For so long who is patient lets others go first. */
const patienceMs = 20

/**
 * Each transaction takes time from the server that others wait for. Who is patient comes once no other is at work, or
 * later, and so with more in one transaction.
 */
export class Patience {
  #othersCount = 0
  #waiting: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  /** Of work that is not patient. */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    this.#othersCount += 1
    try {
      return await work()
    } finally {
      this.#othersCount -= 1
      if (this.#othersCount === 0) this.#release()
    }
  }

  /** Resolves when patient work may begin. */
  async turn(): Promise<void> {
    if (this.#isOver || this.#othersCount === 0) return
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      this.#timer ??= setTimeout(() => this.#release(), patienceMs)
    })
  }

  /** Nobody waits any more. */
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
