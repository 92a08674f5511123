/** A map whose entries expire unless they are renewed, because the push that ends them may never arrive. */
export class ExpiringMap {
  #entries = new Map()
  #lifetimeMs
  #onExpire

  constructor(lifetimeMs, onExpire) {
    this.#lifetimeMs = lifetimeMs
    this.#onExpire = onExpire
  }

  get(key) {
    return this.#entries.get(key)?.value
  }

  keys() {
    return [...this.#entries.keys()]
  }

  set(key, value) {
    this.delete(key)
    const timer = setTimeout(() => {
      this.#entries.delete(key)
      this.#onExpire()
    }, this.#lifetimeMs)
    this.#entries.set(key, { value, timer })
  }

  delete(key) {
    clearTimeout(this.#entries.get(key)?.timer)
    this.#entries.delete(key)
  }

  clear() {
    for (const key of this.keys()) this.delete(key)
  }
}
