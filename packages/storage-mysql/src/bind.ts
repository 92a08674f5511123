import type { SearchTerm } from '@parley/core/storage'
import type { Row } from '@parley/storage-sql'
import { escape as quote } from 'mysql2'
import { indexedType, textType } from './mysql-dialect.js'

const placeholder = /\$(\d+)(:\w+)?|:chosen|matches_terms\(\$(\d+)\)/g

/** Puts values into a statement. A list becomes a list in parentheses, and the chosen rows become a table. */
export function bind(text: string, values: readonly unknown[], chosen: readonly Row[]): string {
  return text.replace(placeholder, (found, number?: string, change?: string, termsNumber?: string) => {
    if (found === ':chosen') return tableOf(chosen)
    if (termsNumber !== undefined) return matchesTerms(String(values[Number(termsNumber) - 1]))
    const value = values[Number(number) - 1]
    if (change === ':next') return String(Number(value) + 1)
    return change === ':many' ? String(4 * Number(value) + 100) : literal(value)
  })
}

/** Writes a value. The stores have no others than texts, numbers, booleans, `null` and lists of them. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '(null)' : `(${value.map(literal).join(', ')})`
  if (typeof value === 'string') return quote(value)
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`a statement has a value of type ${typeof value}`)
}

/** Columns with the types of the columns that they are compared with, so that these are found by index. */
function tableOf(rows: readonly Row[]): string {
  const [first = {}] = rows
  const columns = Object.keys(first).map((name) => `"${name}" ${typeOf(rows, name)} path '$.${name}'`)
  return `json_table(${quote(JSON.stringify(rows))}, '$[*]' columns (${columns.join(', ')})) as chosen`
}

function typeOf(rows: readonly Row[], name: string): string {
  const values = rows.map((row) => row[name])
  if (values.every((value) => typeof value !== 'string')) return 'bigint'
  return values.some((value) => String(value).length > 380) ? textType : indexedType
}

/** The range of a prefix ends here. The range that MariaDB makes for `like` lacks the characters beyond 16 bits. */
const lastCharacter = '\u{10ffff}'

/** Returns the end of a query for documents with all terms. */
function matchesTerms(encoded: string): string {
  const terms: readonly SearchTerm[] = JSON.parse(encoded)
  const conditions = terms.map(({ token, isPrefix }) =>
    isPrefix
      ? `token between ${quote(token)} and ${quote(token + lastCharacter)}`
      : `token = ${quote(token)}`,
  )
  const all = conditions.map((condition) => `max(${condition})`).join(' and ')
  return `(${conditions.join(' or ')}) group by document, thread_id, created_at having ${all}`
}
