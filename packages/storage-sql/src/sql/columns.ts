import type { Row } from './executor.js'

/** Returns the error for a column with an unexpected type, which means that the database is corrupted. */
function corrupted(row: Row, column: string): TypeError {
  return new TypeError(`column ${column} holds an unexpected ${typeof row[column]}`)
}

/** Reads a text column. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  throw corrupted(row, column)
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column)
}

/** Reads an integer column. */
export function integer(row: Row, column: string): number {
  const value = row[column]
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw corrupted(row, column)
}

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column)
}

/** Reads a boolean column, which SQLite returns as 0 or 1. */
export function flag(row: Row, column: string): boolean {
  const value = row[column]
  if (value === true || value === 1) return true
  if (value === false || value === 0) return false
  throw corrupted(row, column)
}

export function oneOf<Value extends string>(row: Row, column: string, values: readonly Value[]): Value {
  const value = values.find((candidate) => candidate === row[column])
  if (value !== undefined) return value
  throw corrupted(row, column)
}

/** Reads a column as JSON. Only this package writes it, so its shape is that of the type it was written from. */
export function json<T>(row: Row, column: string): T {
  const value: T = JSON.parse(text(row, column))
  return value
}

/** Reads the rows of a nested query. See `SqlDialect.jsonArray`. */
export function rows(row: Row, column: string): readonly Row[] {
  return json<readonly Row[]>(row, column)
}
