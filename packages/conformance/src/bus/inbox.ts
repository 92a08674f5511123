import type { Subscription } from '@parley/core/ports'
import { within } from './within.js'

/** Collects the messages that one bus listener receives, and lets a case wait for them. */
export class Inbox {
  readonly messages: unknown[] = []
  subscription: Subscription | undefined
  #waiting: (() => void) | undefined

  put(message: unknown): void {
    this.messages.push(message)
    this.#waiting?.()
  }

  /** Resolves with all received messages once there are at least `count`. */
  async waitForCount(count: number): Promise<readonly unknown[]> {
    const isEnough = () => this.messages.length >= count
    return await this.#when(isEnough, () => `${this.messages.length} of ${count} messages were heard`)
  }

  /** Resolves with all received messages once `last` is among them. The case publishes `last` after the others. */
  async waitForMessage(last: unknown): Promise<readonly unknown[]> {
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
