/** A queue whose items are taken in order, by calls made before or after they are put in. */
export class Mailbox<Item> {
  readonly #items: Item[] = []
  readonly #readers: ((item: Item) => void)[] = []

  put(item: Item): void {
    const reader = this.#readers.shift()
    if (reader) reader(item)
    else this.#items.push(item)
  }

  take(): Promise<Item> {
    const item = this.#items.shift()
    if (item !== undefined) return Promise.resolve(item)
    return new Promise((resolve) => this.#readers.push(resolve))
  }
}
