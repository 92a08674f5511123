import type { IndexedEvent, SearchTerm } from '@parley/core/storage'
import { sql } from 'kysely'
import type { RowOf } from '../sql/column-types.js'
import type { SqlDialect } from '../sql/dialect.js'
import { encodeRows, type RowsParams } from '../sql/insert-rows.js'
import { type Statement, statement } from '../sql/statement.js'

/**
 * Columns of an event in the full-text index. `position` counts from 1 within one insert. `tokens` are separated by
 * blanks.
 */
export const searchRowColumns = {
  position: 'integer',
  thread_id: 'text',
  created_at: 'integer',
  tokens: 'text',
} as const

/** Returns the statements that insert events into the index, in their order. */
export function indexStatements(dialect: SqlDialect): readonly Statement<RowsParams>[] {
  const build = (index: number) =>
    statement<RowsParams>(dialect, `archives.index.${index}`, (_, param) => {
      const given = sql`(${dialect.selectFromJson(searchRowColumns, param('rows'))})`
      const insert = dialect.search.inserts(given)[index] ?? sql``
      return { compile: () => insert.compile(dialect.builder) }
    })
  return dialect.search.inserts(sql``).map((_, index) => build(index))
}

export function encodeIndexed(events: readonly IndexedEvent[]): RowsParams {
  const rows = events.map(({ licenseId, thread, tokens }, index): RowOf<typeof searchRowColumns> => {
    const ofLicense = tokens.map((token) => licensed(licenseId, token))
    return {
      position: index + 1,
      thread_id: thread.id,
      created_at: thread.createdAt,
      tokens: ofLicense.join(' '),
    }
  })
  return encodeRows<typeof searchRowColumns>(rows)
}

export function licensedTerms(licenseId: number, terms: readonly SearchTerm[]): readonly SearchTerm[] {
  return terms.map(({ token, isPrefix }) => ({ token: licensed(licenseId, token), isPrefix }))
}

/**
 * Returns the token of a license. Each license has its own tokens, so the events of others never slow down a search. A
 * letter ends the number.
 */
function licensed(licenseId: number, token: string): string {
  return `${licenseId}x${token}`
}
