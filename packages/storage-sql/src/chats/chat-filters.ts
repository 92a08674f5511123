import type { TermFilter } from '@parley/core/storage'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { integer, text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { SqlExecutor } from '../sql/executor.js'
import { type Param, rowCount, statement } from '../sql/statement.js'
import { storedTerm } from './property-terms.js'

/**
 * Maximum number of chats with a term that are checked one by one. When more have it, some are found soon among the
 * newest chats.
 */
const fewChats = 2_000

export type FilterParams = {
  /** Terms that are asked for, each with its alternative and filter, as JSON. */
  filter_terms: string
  /** Number of filters that must match. None of the others may match. */
  wanted_count: number
  /** Terms of which every match has at least one. */
  leading_terms: readonly string[]
}

const termColumns = {
  filter: 'integer',
  alternative: 'integer',
  is_wanted: 'boolean',
  term_count: 'integer',
  term: 'text',
} as const

const filterColumns = { filter: 'integer', is_wanted: 'boolean' } as const

const threadTermColumns = { ...termColumns, present: 'text' } as const

type CountParams = { license_id: number; terms: string; max_count: number }

export function countTerms(dialect: SqlDialect) {
  return statement<CountParams>(dialect, 'chats.countTerms', (_, param) => {
    const query = sql`select given.term, (select count(*) from (
        select 1 from chat_property_terms as there
        where there.license_id = ${param('license_id')} and there.term = given.term
        limit ${rowCount(param('max_count'))}) as counted) as total
      from (${dialect.selectFromJson({ term: 'text' }, param('terms'))}) as given`
    return { compile: () => query.compile(dialect.builder) }
  })
}

/**
 * Returns the condition that a row of `chats` passes the filters. A filter matches when all terms of one of its
 * alternatives are present.
 */
export function passesFilters(dialect: SqlDialect, param: Param<FilterParams>): Expression<SqlBool> {
  const metAlternatives: MetAlternatives = (isMeant) => sql`select given.filter, given.is_wanted
    from (${dialect.selectFromJson(termColumns, param('filter_terms'))}) as given
    inner join chat_property_terms as there on there.chat_id = chats.id and there.term = given.term
    where ${isMeant}
    group by given.filter, given.alternative, given.is_wanted, given.term_count
    having count(*) = given.term_count`
  return meetsAll(dialect, metAlternatives, param)
}

/**
 * Returns the condition that a row of `threads`, joined with its row of `chats`, passes the filters. A property is the
 * thread's own, or else the chat's.
 */
export function passesFiltersAsThread(dialect: SqlDialect, param: Param<FilterParams>): RawBuilder<SqlBool> {
  const has = (term: RawBuilder<unknown>) =>
    sql`exists (select 1 from thread_property_terms as own where own.thread_id = threads.id and own.term = ${term})`
  const metAlternatives: MetAlternatives = (isMeant) => sql`select given.filter, given.is_wanted
    from (${dialect.selectFromJson(threadTermColumns, param('filter_terms'))}) as given
    where ${isMeant} and case when ${has(sql`given.present`)} then ${has(sql`given.term`)}
      else exists (select 1 from chat_property_terms as there
        where there.chat_id = chats.id and there.term = given.term) end
    group by given.filter, given.alternative, given.is_wanted, given.term_count
    having count(*) = given.term_count`
  return meetsAll(dialect, metAlternatives, param)
}

/** Returns the alternatives that a row meets, of the filters that the condition on `given` selects. */
type MetAlternatives = (isMeant: RawBuilder<SqlBool>) => RawBuilder<unknown>

function meetsAll(
  dialect: SqlDialect,
  metAlternatives: MetAlternatives,
  param: Param<FilterParams>,
): RawBuilder<SqlBool> {
  const metFilters = dialect.lacksOuterReferences
    ? sql`(
        select distinct item.filter, item.is_wanted
        from (${dialect.selectFromJson(filterColumns, param('filter_terms'))}) as item
      ) as met_filters where exists (${metAlternatives(sql`given.filter = met_filters.filter`)})`
    : sql`(select distinct met.filter, met.is_wanted from (${metAlternatives(sql`true`)}) as met) as met_filters`
  // A matching filter that must not match outweighs all the others.
  return sql<SqlBool>`coalesce((
    select sum(case when met_filters.is_wanted then 1 else -1000000 end)
    from ${metFilters}), 0) = ${param('wanted_count')}`
}

/**
 * Returns the condition that a row of `chats` has a leading term. It finds the chats by these terms instead of by
 * license.
 */
export function hasLeadingTerm(
  dialect: SqlDialect,
  param: Param<FilterParams & { license_id: number }>,
): Expression<SqlBool> {
  const isLeading = dialect.isOneOf(sql.ref('chat_property_terms.term'), param('leading_terms'))
  return sql<SqlBool>`chats.id in (select chat_property_terms.chat_id from chat_property_terms
    where chat_property_terms.license_id = ${param('license_id')} and ${isLeading})`
}

/** Returns the filters on terms as they are stored. Each alternative becomes a list of distinct terms. */
function storedFilters(filters: readonly TermFilter[]): readonly TermFilter[] {
  return filters.map(({ present, isWanted, alternatives }) => {
    return {
      present: storedTerm(present),
      isWanted,
      alternatives: alternatives.map((terms) => [...new Set(terms.map(storedTerm))]),
    }
  })
}

/** Filter parameters, and how to find the chats. */
export interface FoundBy {
  readonly params: FilterParams
  /** Whether few chats have a leading term. */
  readonly isSelective: boolean
}

/** Returns the parameters of the filters, and whether the chats of a license can be found by a leading term. */
export async function findBy(
  db: SqlExecutor,
  count: ReturnType<typeof countTerms>,
  licenseId: number,
  filters: readonly TermFilter[],
): Promise<FoundBy> {
  const stored = storedFilters(filters)
  const wanted = stored.filter(({ isWanted }) => isWanted)
  const params = { filter_terms: JSON.stringify(stored.flatMap(termRows)), wanted_count: wanted.length }
  if (wanted.length === 0) return { params: { ...params, leading_terms: [] }, isSelective: false }
  const terms = [...new Set(wanted.flatMap(({ alternatives }) => alternatives.flat()))]
  const counted = await db.all(count, {
    license_id: licenseId,
    terms: JSON.stringify(terms.map((term) => ({ term }))),
    max_count: fewChats + 1,
  })
  const counts = new Map(counted.map((row) => [text(row, 'term'), integer(row, 'total')]))
  const [rarest] = wanted.map((filter) => leadOf(filter, counts)).sort((a, b) => a.count - b.count)
  const isSelective = rarest !== undefined && rarest.count <= fewChats
  return { params: { ...params, leading_terms: isSelective ? rarest.terms : [] }, isSelective }
}

/** Returns the rarest term of each alternative, and the maximum number of chats that have one of them. */
function leadOf({ alternatives }: TermFilter, counts: ReadonlyMap<string, number>) {
  const countOf = (term: string) => counts.get(term) ?? 0
  const rarest = alternatives.flatMap((terms) => terms.toSorted((a, b) => countOf(a) - countOf(b))[0] ?? [])
  return { terms: rarest, count: rarest.reduce((sum, term) => sum + countOf(term), 0) }
}

function termRows({ present, isWanted, alternatives }: TermFilter, filter: number) {
  return alternatives.flatMap((terms, alternative) =>
    terms.map((term) => {
      return { filter, alternative, is_wanted: isWanted, term_count: terms.length, term, present }
    }),
  )
}
