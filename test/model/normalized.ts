import { isRecord } from './known.js'

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

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
    if (Array.isArray(value)) return value.map((one) => this.of(one))
    if (!isRecord(value)) return value
    const keys = Object.keys(value).toSorted()
    return Object.fromEntries(keys.map((name) => [name, this.of(value[name], name)]))
  }

  #text(text: string): string {
    const plain = text.replaceAll(`license_id=${this.#licenseId}`, 'license_id=…')
    return plain.replaceAll(uuids, (id) => this.#nameOf(id)).replaceAll(`-${this.#licenseId}@`, '@')
  }

  #nameOf(id: string): string {
    const known = this.#names.get(id)
    if (known !== undefined) return known
    const name = `id ${this.#names.size + 1}`
    this.#names.set(id, name)
    return name
  }
}
