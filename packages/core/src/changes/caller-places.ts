interface Places {
  takenCount: number
  readonly waiting: (() => void)[]
}

/**
 * Limits how many transactions one caller runs at the same time on this node. Further ones wait here in order, instead
 * of each occupying a database connection that others need.
 */
export class CallerPlaces {
  readonly #count: number
  readonly #places = new Map<string, Places>()

  constructor(count: number) {
    this.#count = count
  }

  async run<T>(callerId: string, work: () => Promise<T>): Promise<T> {
    const places = this.#placesOf(callerId)
    if (places.takenCount < this.#count) places.takenCount += 1
    else await new Promise<void>((start) => places.waiting.push(start))
    try {
      return await work()
    } finally {
      this.#leave(callerId, places)
    }
  }

  #placesOf(callerId: string): Places {
    const present = this.#places.get(callerId)
    if (present !== undefined) return present
    const places: Places = { takenCount: 0, waiting: [] }
    this.#places.set(callerId, places)
    return places
  }

  /** Passes the slot to the caller that has waited longest. */
  #leave(callerId: string, places: Places): void {
    const next = places.waiting.shift()
    if (next === undefined) places.takenCount -= 1
    else next()
    if (places.takenCount === 0) this.#places.delete(callerId)
  }
}
