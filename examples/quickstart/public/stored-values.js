/**
 * Values that a page keeps in the browser's storage. When the browser refuses to store them, because site data is
 * blocked or the quota is used up, they are kept in memory: the page works, but the next page does not have them.
 */
export class StoredValues {
  #openStorage
  /** Values that the browser refused to store. */
  #unstored = new Map()

  /** @param openStorage `() => Storage`. When site data is blocked, even reading `localStorage` throws. */
  constructor(openStorage) {
    this.#openStorage = openStorage
  }

  /** Returns a value, or `undefined` when it is not stored or is not JSON, as when another program wrote it. */
  get(name) {
    if (this.#unstored.has(name)) return parsed(this.#unstored.get(name))
    return this.#attempt((storage) => parsed(storage.getItem(name)))
  }

  set(name, value) {
    const text = JSON.stringify(value)
    const isStored = this.#attempt((storage) => {
      storage.setItem(name, text)
      return true
    })
    if (isStored) this.#unstored.delete(name)
    else this.#unstored.set(name, text)
  }

  remove(name) {
    this.#unstored.delete(name)
    this.#attempt((storage) => storage.removeItem(name))
  }

  names() {
    const stored = this.#attempt((storage) => Object.keys(storage)) ?? []
    return [...new Set([...stored, ...this.#unstored.keys()])]
  }

  /** Calls `act` with the storage. Returns `undefined` when the browser refuses. */
  #attempt(act) {
    try {
      return act(this.#openStorage())
    } catch {
      return undefined
    }
  }
}

/** Values that stay until they are removed, for all pages. */
export const browserValues = new StoredValues(() => localStorage)

/** Values that stay as long as the tab, even when it is reloaded. */
export const tabValues = new StoredValues(() => sessionStorage)

function parsed(text) {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}
