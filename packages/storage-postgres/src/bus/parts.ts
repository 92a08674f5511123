import type { NotificationContent } from './notifications.js'

type Part = Extract<NotificationContent, { kind: 'part' }>

/**
 * Joins the parts that arrive from one bus. One transaction sends all parts of a text, so they arrive in order or not
 * at all.
 */
export class Parts {
  #texts: string[] = []

  /**
   * Adds a part. Returns the whole text with its last part, `undefined` before that, and `null` when a part is missing.
   */
  add({ number, count, text }: Part): string | undefined | null {
    if (number === 0) this.#texts = []
    if (number !== this.#texts.length) {
      this.#texts = []
      return null
    }
    this.#texts.push(text)
    if (this.#texts.length < count) return undefined
    const whole = this.#texts.length === 1 ? text : this.#texts.join('')
    this.#texts = []
    return whole
  }
}
