/**
 * Values that a page keeps in the browser's storage. Where the browser refuses to store them, because site data is blocked or
 * the quota is used up, they are kept in memory: everything works, and the next page knows nothing of it.
 */
export class KeptValues {
  #openStorage
  /** Values that the storage did not take. */
  #unstored = new Map()

  /** @param openStorage `() => Storage`. Where site data is blocked, even naming `localStorage` throws. */
  constructor(openStorage) {
    this.#openStorage = openStorage
  }

  /** `undefined` for what is not kept, and for what somebody else has written there and is no JSON. */
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

  /** `undefined` where the browser refuses. */
  #attempt(act) {
    try {
      return act(this.#openStorage())
    } catch {
      return undefined
    }
  }
}

/** Kept until somebody removes it, for all pages. */
export const keptInBrowser = new KeptValues(() => localStorage)

/** Kept as long as the tab, also when it is reloaded. */
export const keptInTab = new KeptValues(() => sessionStorage)

function parsed(text) {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}
