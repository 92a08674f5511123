import type { Subscription } from '@parley/core/ports'

const withinMs = 5_000

/** What a listener has heard. */
export class Inbox {
  readonly messages: unknown[] = []
  subscription: Subscription | undefined
  #waiting: (() => void) | undefined

  put(message: unknown): void {
    this.messages.push(message)
    this.#waiting?.()
  }

  /** Resolves once it has heard so many. */
  async heard(count: number): Promise<readonly unknown[]> {
    let timeout: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const tell = () => reject(new Error(`${this.messages.length} of ${count} messages were heard`))
      timeout = setTimeout(tell, withinMs)
    })
    const complete = new Promise<void>((resolve) => {
      this.#waiting = () => {
        if (this.messages.length >= count) resolve()
      }
      this.#waiting()
    })
    await Promise.race([complete, late]).finally(() => clearTimeout(timeout))
    return this.messages
  }
}
