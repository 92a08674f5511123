import type { Journal } from './journal.js'
import { sorted } from './order.js'
import { Table } from './table.js'

/** A table whose rows expire, each at its own time. */
export class ExpiringTable<Row extends object> extends Table<Row> {
  readonly #expiresAt: (row: Row) => number

  constructor(journal: Journal, expiresAt: (row: Row) => number) {
    super(journal)
    this.#expiresAt = expiresAt
  }

  countUntil(until: number, max: number): number {
    return Math.min(this.#expired(until).length, max)
  }

  /** Deletes expired rows, the oldest first. Returns their number. */
  deleteUntil(until: number, limit: number): number {
    const oldest = new Set(sorted(this.#expired(until), (row) => [this.#expiresAt(row), '']).slice(0, limit))
    return this.deleteWhere((row) => oldest.has(row)).length
  }

  #expired(until: number): readonly Row[] {
    return this.rows((row) => this.#expiresAt(row) <= until)
  }
}
