interface Slots {
  takenCount: number
  readonly waiting: (() => void)[]
}

/**
 * Limits how many transactions one caller runs at the same time on this node. Further ones wait here in order, instead
 * of each occupying a database connection that others need.
 */
export class CallerSlots {
  readonly #count: number
  readonly #slots = new Map<string, Slots>()

  constructor(count: number) {
    this.#count = count
  }

  async run<T>(callerId: string, work: () => Promise<T>): Promise<T> {
    const slots = this.#slotsOf(callerId)
    if (slots.takenCount < this.#count) slots.takenCount += 1
    else await new Promise<void>((start) => slots.waiting.push(start))
    try {
      return await work()
    } finally {
      this.#leave(callerId, slots)
    }
  }

  #slotsOf(callerId: string): Slots {
    const present = this.#slots.get(callerId)
    if (present !== undefined) return present
    const slots: Slots = { takenCount: 0, waiting: [] }
    this.#slots.set(callerId, slots)
    return slots
  }

  /** Passes the slot to the caller that has waited longest. */
  #leave(callerId: string, slots: Slots): void {
    const next = slots.waiting.shift()
    if (next === undefined) slots.takenCount -= 1
    else next()
    if (slots.takenCount === 0) this.#slots.delete(callerId)
  }
}
