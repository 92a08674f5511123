/**
 * Bounds the requests under way on a connection: beyond it the peer is not read any more, and frames that had
 * already arrived wait here in their order (decisions §10.3).
 */
export class RequestGate {
  readonly #max: number
  readonly #socket: { pause(): void; resume(): void }
  #runningCount = 0
  /** Most connections never have anything here, so there is no list until one is needed. */
  #waiting: (() => Promise<void>)[] | undefined
  #idleListeners: (() => void)[] | undefined

  constructor(max: number, socket: { pause(): void; resume(): void }) {
    this.#max = max
    this.#socket = socket
  }

  /** Starts the work now, or when a running one has ended. The work must not reject. */
  run(work: () => Promise<void>): void {
    if (this.#runningCount >= this.#max) {
      this.#waiting ??= []
      this.#waiting.push(work)
      return
    }
    this.#runningCount += 1
    if (this.#runningCount === this.#max) this.#socket.pause()
    work().then(() => this.#ended())
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    while (this.#runningCount > 0) {
      await new Promise<void>((resolve) => {
        this.#idleListeners ??= []
        this.#idleListeners.push(resolve)
      })
    }
  }

  /** What waits will not start. */
  clear(): void {
    this.#waiting = undefined
  }

  #ended(): void {
    this.#runningCount -= 1
    const next = this.#waiting?.shift()
    if (next !== undefined) this.run(next)
    else if (this.#runningCount === this.#max - 1) this.#socket.resume()
    if (this.#runningCount > 0) return
    const idleListeners = this.#idleListeners ?? []
    this.#idleListeners = undefined
    for (const resolve of idleListeners) resolve()
  }
}
