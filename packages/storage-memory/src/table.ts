import type { Journal } from './journal.js'

/** Rows by key. A row is copied when it goes in and frozen when it comes out, so it changes only by being replaced. */
export class Table<Row extends object> {
  readonly #rows = new Map<string, Row>()
  readonly #journal: Journal

  constructor(journal: Journal) {
    this.#journal = journal
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  /** Returns the wanted rows in no particular order. */
  rows(isWanted: (row: Row) => boolean = () => true): readonly Row[] {
    return [...this.#rows.values()].filter(isWanted)
  }

  put(key: string, row: Row): Row {
    const kept = frozen(structuredClone(row))
    this.#set(key, kept)
    return kept
  }

  /** Inserts a row. Throws when the key exists already. */
  insert(key: string, row: Row): Row {
    if (this.#rows.has(key)) throw new TypeError(`there is a row ${key} already`)
    return this.put(key, row)
  }

  /** Changes a row and returns it. Returns `undefined` when there is no such row. */
  patch(key: string, changes: Partial<Row>): Row | undefined {
    const row = this.#rows.get(key)
    return row && this.put(key, Object.assign({}, row, changes))
  }

  /** Deletes a row and returns it. */
  delete(key: string): Row | undefined {
    const row = this.#rows.get(key)
    this.#set(key, undefined)
    return row
  }

  /** Deletes rows and returns them. */
  deleteWhere(isDeleted: (row: Row) => boolean): readonly Row[] {
    const found = [...this.#rows].filter(([, row]) => isDeleted(row))
    for (const [key] of found) this.delete(key)
    return found.map(([, row]) => row)
  }

  #set(key: string, row: Row | undefined): void {
    const before = this.#rows.get(key)
    this.#journal.add(() => this.#replace(key, before))
    this.#replace(key, row)
  }

  #replace(key: string, row: Row | undefined): void {
    if (row === undefined) this.#rows.delete(key)
    else this.#rows.set(key, row)
  }
}

function frozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part)
  return Object.freeze(value)
}
