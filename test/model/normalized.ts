import { isRecord } from './known.js'

/** Of everything, of apps, and keys of files. */
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}|[0-9a-f]{32}/g
const signatures = /signature=[\w-]{43}/g

/** A small number may be anything else elsewhere. */
const licenseKeys = new Set(['id', 'licenseId', 'license_id'])

/** Replaces what differs from engine to engine, ids by when they first came up, so that two sides can be compared. */
export class Normalized {
  readonly #licenseId: number
  readonly #names = new Map<string, string>()

  constructor(licenseId: number) {
    this.#licenseId = licenseId
  }

  /** Keys sorted: JSON that was stored may come back in another order. */
  of(value: unknown, key = ''): unknown {
    if (typeof value === 'string') return key === 'next_page_id' ? 'a page' : this.#text(value)
    if (value === this.#licenseId && licenseKeys.has(key)) return 'the license'
    if (Array.isArray(value)) {
      const items = value.map((one) => this.of(one))
      // Bots are listed by their ids, which are random.
      return key === 'bot_agents' ? sortedAsJson(items) : items
    }
    if (!isRecord(value)) return value
    const keys = Object.keys(value).toSorted()
    // The id of a group is as small as a license's.
    const keyOf = (name: string) => ('priority' in value ? '' : name)
    return Object.fromEntries(keys.map((name) => [this.#text(name), this.of(value[name], keyOf(name))]))
  }

  #text(text: string): string {
    const plain = text.replaceAll(`license_id=${this.#licenseId}`, 'license_id=…')
    const unsigned = plain.replaceAll(signatures, 'signature=…')
    return unsigned.replaceAll(ids, (id) => this.#nameOf(id)).replaceAll(`-${this.#licenseId}@`, '@')
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
