/** A map of the most recently set entries. It keeps between half of `maxCount` and `maxCount` entries. */
export class RecentMap<V> {
  readonly #maxCount: number
  #lately = new Map<string, V>()
  #before = new Map<string, V>()

  constructor(maxCount: number) {
    this.#maxCount = maxCount
  }

  get(key: string): V | undefined {
    return this.#lately.get(key) ?? this.#before.get(key)
  }

  set(key: string, value: V): void {
    this.#lately.set(key, value)
    if (this.#lately.size * 2 < this.#maxCount) return
    this.#before = this.#lately
    this.#lately = new Map()
  }

  delete(key: string): void {
    this.#lately.delete(key)
    this.#before.delete(key)
  }
}
