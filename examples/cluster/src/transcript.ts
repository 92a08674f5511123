import { numberAt } from './json.js'

export interface Shortfall {
  readonly missed: number
  readonly pushedTwice: number
  readonly pushedOutOfOrder: number
}

/** Events of the chat's single thread that one person has received, by their `order`. */
export class Transcript {
  readonly #orders = new Set<number>()
  readonly #pushed: number[] = []

  get size(): number {
    return this.#orders.size
  }

  push(event: unknown): void {
    const order = numberAt(event, 'order')
    this.#pushed.push(order)
    this.#orders.add(order)
  }

  read(events: readonly unknown[]): void {
    for (const event of events) this.#orders.add(numberAt(event, 'order'))
  }

  /** Compares the received events with all stored ones. */
  compare(stored: readonly unknown[]): Shortfall {
    const orders = stored.map((event) => numberAt(event, 'order'))
    return {
      missed: orders.filter((order) => !this.#orders.has(order)).length,
      pushedTwice: this.#pushed.length - new Set(this.#pushed).size,
      pushedOutOfOrder: this.#pushed.filter((order, index) => order < (this.#pushed[index - 1] ?? 0)).length,
    }
  }
}
