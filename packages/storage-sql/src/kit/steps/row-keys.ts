import type { Row } from '../../sql/executor.js'
import { keysOf } from './table-keys.js'

export { keysOf }

export function unquoted(name: string): string {
  return name.replaceAll('"', '').trim()
}

/** Selects the keys of a row as `key_0`, `key_1` and so on. */
export function keySelection(table: string): string {
  return keysOf(table)
    .map((key, index) => `"${table}"."${key}" as key_${index}`)
    .join(', ')
}

/** Returns the condition that a row of the table is the chosen one. */
export function sameKeys(table: string): string {
  return keysOf(table)
    .map((key, index) => `"${table}"."${key}" = chosen.key_${index}`)
    .join(' and ')
}

/** Returns the keys of a selected row as one text. */
export function allKeys(row: Row): string {
  return JSON.stringify(Object.entries(row).filter(([name]) => name.startsWith('key_')))
}
