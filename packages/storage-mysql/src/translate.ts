import { cut, replaceGroups, type StepForms } from '@parley/storage-sql'
import { keyIndexOf } from './translate-ddl.js'

/** Translates a statement from the SQL that PostgreSQL and SQLite share, except for changes of rows. */
export function translate(sql: string): string {
  const text = sql
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ as (not )?materialized \(/g, ' as (')
    .replace(/\b(limit|offset) cast\((\$\d+) as bigint\)/g, '$1 $2')
    .replace(/\blimit (\$\d+) \+ 1/g, 'limit $1:next')
    .replace(/ as (bigint|boolean)\)/g, ' as signed)')
    .replace(/ as text\)/g, ' as char)')
    .replace(/ is not distinct from /g, ' <=> ')
    .replace(/(?<![\w".$'])(key|groups|rank)(?=[ ,)]|$)/g, '"$1"')
    // The order of each window is unique, so the default frame ends at the same row.
    .replaceAll(' rows unbounded preceding', '')
    // A derived table cannot refer to what is outside of it, and a table function can.
    .replace(/\(select (?:"item"\."\w+"(?:, )?)+ from (json_table\([^;]*?\)\)) as item\) as /g, '$1 as ')
    .replace(
      /\( ?select count\(\*\) from \( ?select 1 from ([^()]*?) limit (\$\d+) ?\) as counted ?\)/g,
      '(select least(count(*), $2) from $1)',
    )
  // MySQL has no limit in a subquery of `in`, except in a derived table.
  return replaceGroups(text, / in \((?=select )/, (content) =>
    cut(content, 'limit')[1] === undefined ? content : `select * from (${content}) as limited`,
  )
}

/** How MySQL changes rows that were chosen before. */
export const mysqlForms: StepForms = {
  joinChosen: (table, isSame) =>
    `:chosen straight_join "${table}" force index (${keyIndexOf(table)}) on ${isSame}`,
  deleteFrom: (table, joined) => `delete "${table}" from ${joined}`,
  updateJoined: (joined, assignments) => `update ${joined} set ${assignments}`,
  insertedValue: (column) => `values("${column}")`,
  orAssign(assignments, condition) {
    const list = assignments.map(({ column, value }, index) => {
      if (condition === undefined) return `${column} = ${value}`
      return `${column} = if(${index === 0 ? `@applies := (${condition})` : '@applies'}, ${value}, ${column})`
    })
    return `on duplicate key update ${list.join(', ')}`
  },
}
