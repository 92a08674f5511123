import { isRecord } from './known.js'

/** Matches all random ids, including those of apps and the keys of files. */
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}|[0-9a-f]{32}/g
const signatures = /signature=[\w-]{43}/g

/** Keys under which a number is a license id. Elsewhere such a small number may mean something else. */
const licenseKeys = new Set(['id', 'licenseId', 'license_id'])

/** Lists that are ordered by random ids: bots, and properties by their namespaces. */
const listedByRandomIds = new Set(['bot_agents', 'properties'])

/**
 * Replaces values that differ between engines, so that two sides can be compared. Ids are numbered in the order of
 * their first appearance.
 */
export class Normalized {
  readonly #licenseIds: readonly number[]
  readonly #names = new Map<string, string>()

  constructor(licenseIds: readonly number[]) {
    this.#licenseIds = licenseIds
  }

  /** Returns the normalized value. Keys are sorted, because stored JSON may come back in another order. */
  of(value: unknown, key = ''): unknown {
    if (typeof value === 'string') return key === 'next_page_id' ? 'a page' : this.#text(value)
    if (typeof value === 'number' && licenseKeys.has(key) && this.#licenseIds.includes(value)) {
      return `license ${this.#licenseIds.indexOf(value)}`
    }
    if (Array.isArray(value)) {
      const items = value.map((one) => this.of(one))
      return listedByRandomIds.has(key) ? sortedAsJson(items) : items
    }
    if (!isRecord(value)) return value
    const keys = Object.keys(value).toSorted()
    // The id of a group is as small as that of a license.
    const keyOf = (name: string) => ('priority' in value ? '' : name)
    return Object.fromEntries(keys.map((name) => [this.#text(name), this.of(value[name], keyOf(name))]))
  }

  #text(text: string): string {
    const unsigned = text.replaceAll(signatures, 'signature=…')
    return this.#licenseIds.reduce(
      (plain, id) => plain.replaceAll(`license_id=${id}`, 'license_id=…').replaceAll(`-${id}@`, '@'),
      unsigned.replaceAll(ids, (id) => this.#nameOf(id)),
    )
  }

  #nameOf(id: string): string {
    const known = this.#names.get(id)
    if (known !== undefined) return known
    const name = `id ${this.#names.size + 1}`
    this.#names.set(id, name)
    return name
  }
}

function sortedAsJson(items: readonly unknown[]): readonly unknown[] {
  const byJson = items.map((item) => ({ item, json: JSON.stringify(item) }))
  return byJson.toSorted((one, other) => (one.json < other.json ? -1 : 1)).map(({ item }) => item)
}
