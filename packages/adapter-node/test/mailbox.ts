/** A queue whose items are taken in order, by calls made before or after they are put in. */
export class Mailbox<Item> {
  readonly #items: Item[] = []
  readonly #takers: ((item: Item) => void)[] = []

  put(item: Item): void {
    const taker = this.#takers.shift()
    if (taker) taker(item)
    else this.#items.push(item)
  }

  take(): Promise<Item> {
    const item = this.#items.shift()
    if (item !== undefined) return Promise.resolve(item)
    return new Promise((resolve) => this.#takers.push(resolve))
  }
}
