import type { Said } from './notifications.js'

type Part = Extract<Said, { kind: 'part' }>

/** Puts together what comes in parts, from one bus: all of it or nothing, for one transaction sends it. */
export class Parts {
  #texts: string[] = []

  /** The whole, with its last part; `null` where some of it has not come. */
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
