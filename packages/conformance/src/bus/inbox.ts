import type { Subscription } from '@parley/core/ports'
import { within } from './within.js'

/** What a listener has heard. */
export class Inbox {
  readonly messages: unknown[] = []
  subscription: Subscription | undefined
  #waiting: (() => void) | undefined

  put(message: unknown): void {
    this.messages.push(message)
    this.#waiting?.()
  }

  /** All that was heard, once that is so many. */
  async heard(count: number): Promise<readonly unknown[]> {
    const isEnough = () => this.messages.length >= count
    return await this.#when(isEnough, () => `${this.messages.length} of ${count} messages were heard`)
  }

  /** All that was heard until this was, which is told last. */
  async heardUntil(last: unknown): Promise<readonly unknown[]> {
    const isThere = () => this.messages.includes(last)
    return await this.#when(isThere, () => `${this.messages.length} messages were heard, and not ${last}`)
  }

  async #when(isComplete: () => boolean, missing: () => string): Promise<readonly unknown[]> {
    const complete = new Promise<void>((resolve) => {
      this.#waiting = () => {
        if (isComplete()) resolve()
      }
      this.#waiting()
    })
    await within(complete, missing)
    return this.messages
  }
}
