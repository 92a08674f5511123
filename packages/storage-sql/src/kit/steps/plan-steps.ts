import { planInsert } from './plan-insert.js'
import { keySelection, keysOf, sameKeys, unquoted } from './row-keys.js'
import { cut, splitList } from './sql-text.js'
import type { StepForms, Steps } from './steps.js'

/** Plans how a statement runs in a database that cannot return the rows that it changes. */
export function planSteps(sql: string, forms: StepForms): Steps {
  const text = sql.replace(/\s+/g, ' ').trim()
  if (text.startsWith('insert into ')) return planInsert(text, forms)
  const [beforeRemoval, removal] = cut(` ${text}`, 'delete from')
  if (removal !== undefined) return planDelete(beforeRemoval.trim(), removal, forms)
  const [beforeUpdate, update] = cut(` ${text.replaceAll('for update', 'for_update')}`, 'update')
  if (update === undefined) return planSelect(text, forms)
  const [prefix = '', changed = ''] = [beforeUpdate, update].map((part) =>
    part.replaceAll('for_update', 'for update'),
  )
  return planUpdate(prefix.trim(), changed, forms)
}

/** A select that locks rows would wait even for rows that are not committed, unless it looks for known keys. */
function planSelect(text: string, forms: StepForms): Steps {
  const [unlocked, lock] = cut(`${text} `, 'for update')
  const [head, rest = ''] = cut(unlocked, 'where')
  const [where, order] = cut(rest, 'order by')
  const [, names = '', table] = /^select (.*) from "?(\w+)"?$/.exec(head) ?? []
  if (lock !== '' || table === undefined || isByKey(table, where)) return { change: text, returns: 'result' }
  return {
    find: `select ${keySelection(table)} from "${table}" where ${where}`,
    change: `select ${namesOf(table, names)} from ${joined(table, forms)} where ${where}${order === undefined ? '' : ` order by ${order}`} for update`,
    returns: 'result',
  }
}

/** Names the table of columns, because the chosen rows have columns too. */
function namesOf(table: string, names: string): string {
  return names === '*' ? `"${table}".*` : names
}

function planDelete(prefix: string, text: string, forms: StepForms): Steps {
  const [head, returned] = cut(text, 'returning')
  const [target, where = 'true'] = cut(head, 'where')
  const table = unquoted(target)
  if (prefix === '' && returned === undefined && isByKey(table, where)) {
    return { change: `delete from ${text}`, returns: 'result' }
  }
  const names = returned === undefined ? '' : `, ${namesOf(table, returned)}`
  return {
    ...choose({ prefix, table, sources: target, where, names, computed: '' }, forms),
    change: forms.deleteFrom(table, joined(table, forms)),
    returns: returned === undefined ? 'result' : 'chosen',
  }
}

function planUpdate(prefix: string, text: string, forms: StepForms): Steps {
  const [head, returned] = cut(text, 'returning')
  const [changed, where = 'true'] = cut(head, 'where')
  const [assigned, from] = cut(changed, 'from')
  const [target, list = ''] = cut(assigned, 'set')
  const table = unquoted(target)
  if (prefix === '' && returned === undefined && isByKey(table, where)) {
    return { change: `update ${text}`, returns: 'result' }
  }
  const given = / as (\w+)$/.exec(from ?? '')?.[1] ?? from
  const names = [
    ...new Set([...list.matchAll(new RegExp(`\\b${given}\\.(\\w+)`, 'g'))].map(([, name]) => `${name}`)),
  ]
  const kept = prefix.includes(' kept_key') ? ['kept_key'] : []
  const computed = [...names, ...kept].map((name) => `, ${given}.${name}`).join('')
  const sources = from === undefined ? target : `${target}, ${from}`
  const assignments = splitList(list)
    .map((one) => one.replace(/^"?(\w+)"? = /, `"${table}"."$1" = `))
    .map((one) => one.replaceAll(`${given}.`, 'chosen.'))
  const lockKept = `select ${keySelection(table)} from ${joined(table, forms)} for update skip locked`
  return {
    ...choose({ prefix, table, sources, where, names: '', computed }, forms),
    ...(kept.length === 0 ? {} : { keep: lockKept }),
    change: forms.updateJoined(joined(table, forms), assignments.join(', ')),
    ...(returned === undefined
      ? { returns: 'result' }
      : { read: `select ${returned} from ${joined(table, forms)}`, returns: 'read' }),
  }
}

interface Chosen {
  readonly prefix: string
  readonly table: string
  readonly sources: string
  readonly where: string
  /** Columns that are returned, after the keys. */
  readonly names: string
  /** Columns that are only known where the rows are found. */
  readonly computed: string
}

/** Returns how the rows of a change are found and locked. */
function choose({ prefix, table, sources, where, names, computed }: Chosen, forms: StepForms) {
  const keys = keySelection(table)
  if (prefix === '' && isByKey(table, where)) {
    return { find: `select ${keys}${names} from "${table}" where ${where} for update` }
  }
  const skipping = prefix.includes(' skip locked') ? ' skip locked' : ''
  const lock = (conditions: readonly string[]) => {
    const again = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
    return `select ${keys}${names} from ${joined(table, forms)}${again} for update${skipping}`
  }
  const [, condition, order, limit] =
    new RegExp(
      `^with \\w+ as \\( ?select [^()]*? from "?${table}"? where ([^()]*?)( order by [^()]*?) limit \\$(\\d+) for update skip locked ?\\)$`,
    ).exec(prefix) ?? []
  if (condition !== undefined) {
    const find = `select ${keys} from "${table}" where ${condition}${order} limit $${limit}:many`
    return { find, lock: lock([condition]), limitIndex: Number(limit) - 1 }
  }
  const unlocked = prefix.replaceAll(/ (?:for update|\/\*\S+ [^/]*\*\/\/\*\S+ [^/]*\*\/) skip locked/g, '')
  return {
    find: `${unlocked} select ${keys}${computed} from ${sources} where ${where}`,
    lock: lock(conditionsOf(where).filter((one) => dependsOnRowOnly(one, { prefix, sources, table }))),
  }
}

/** Returns whether a condition can be checked again where only the row is known. */
function dependsOnRowOnly(
  condition: string,
  { prefix, sources, table }: Pick<Chosen, 'prefix' | 'sources' | 'table'>,
): boolean {
  const queries = [...prefix.matchAll(/(\w+) as \(/g), ...sources.matchAll(/\) as (\w+)/g)].map(
    ([, name]) => name,
  )
  const isNamed = [...queries, table].some((name) =>
    new RegExp(`(?:from|join) "?${name}\\b|\\b${name}\\.`).test(withoutOwn(condition, table)),
  )
  return !isNamed
}

function withoutOwn(condition: string, table: string): string {
  return condition.replaceAll(new RegExp(`"?\\b${table}"?\\.`, 'g'), '')
}

function conditionsOf(where: string): readonly string[] {
  const [first, rest] = cut(where, 'and')
  return rest === undefined ? [first] : [first, ...conditionsOf(rest)]
}

/** Returns whether a condition looks for one row by its key, so that no other row is looked at. */
function isByKey(table: string, where: string): boolean {
  const conditions = conditionsOf(where).map((one) => one.replaceAll('"', '').replace(`${table}.`, ''))
  return keysOf(table).every((key) => conditions.some((one) => one.startsWith(`${key} = $`)))
}

function joined(table: string, forms: StepForms): string {
  return forms.joinChosen(table, sameKeys(table))
}
