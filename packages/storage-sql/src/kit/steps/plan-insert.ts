import { keysOf, unquoted } from './row-keys.js'
import { cut, splitList } from './sql-text.js'
import type { Assignment, StepForms, Steps } from './steps.js'

interface Conflict {
  readonly table: string
  /** Columns that two rows must not share. */
  readonly keys: readonly string[]
  readonly columns: readonly string[]
  /** The values or the query that are inserted. */
  readonly source: string
  readonly action: string
}

/** Plans an insert, which may change existing rows instead. */
export function planInsert(text: string, forms: StepForms): Steps {
  const [head, returned] = cut(text, 'returning')
  const [insert, ending] = cut(head, 'on conflict')
  if (ending === undefined) return { change: insert, returns: returned === undefined ? 'result' : 'insertId' }
  const conflict = conflictOf(insert, ending)
  const change = `${insert} ${orElse(conflict, forms)}`
  if (returned === undefined) return { change, returns: 'result' }
  return conflict.action === 'nothing'
    ? newRows(conflict, change, returned)
    : putRows(conflict, change, returned)
}

function conflictOf(insert: string, ending: string): Conflict {
  const [, table = '', columns = '', source = ''] =
    /^insert into "?(\w+)"? \((.*?)\) (.*)$/.exec(insert) ?? []
  const [, target = '', action = ''] = /^(?:\((.*?)\) )?do (.*)$/.exec(ending) ?? []
  const keys = target === '' ? keysOf(table) : target.split(', ').map(unquoted)
  return { table, keys, columns: columns.split(', ').map(unquoted), source, action }
}

/** Returns only the rows that did not exist. Nobody else inserts them, because the stores hold a lock meanwhile. */
function newRows({ table, keys, source }: Conflict, change: string, returned: string): Steps {
  const isThere = keys.map((key) => `there."${key}" = given."${key}"`).join(' and ')
  const [, from = ''] = cut(source, 'from')
  const find = `select given.${returned} from ${from} and not exists (select 1 from "${table}" as there where ${isThere})`
  return { find, change, returns: 'chosen' }
}

/** Returns the rows as they are after the insert. */
function putRows(
  { table, keys, columns, source, action }: Conflict,
  change: string,
  returned: string,
): Steps {
  const [selected, from] = cut(source, 'from')
  const values = splitList(selected.replace(/^(select |values \()/, '').replace(/\)$/, ''))
  const given = keys.map((key) => values[columns.indexOf(key)]).join(', ')
  const names = keys.map((key) => `"${table}"."${key}"`).join(', ')
  const isGiven =
    from === undefined ? `(${names}) = (${given})` : `${names} in (select ${given} from ${from})`
  const read = `select ${returned} from "${table}" where ${isGiven}`
  return { change, read, returns: action.includes(' where ') ? 'readIfChanged' : 'read' }
}

function orElse({ table, keys: [key], action }: Conflict, forms: StepForms): string {
  const column = (name: string) => `"${table}"."${name}"`
  if (action === 'nothing')
    return forms.orAssign([{ column: column(`${key}`), value: column(`${key}`) }], undefined)
  const given = action
    .replace(/^update set /, '')
    .replace(/"?excluded"?\."?(\w+)"?/g, (_, name: string) => forms.insertedValue(name))
  const [list, condition] = cut(given, 'where')
  const assignments = splitList(list).map((assignment): Assignment => {
    const [, name = '', value = ''] = /^"?(\w+)"? = (.*)$/.exec(assignment) ?? []
    return { column: column(name), value }
  })
  return forms.orAssign(inOrder(assignments), condition)
}

/** Puts the columns that other assignments read last, so that these read the values before the change. */
function inOrder(assignments: readonly Assignment[]): readonly Assignment[] {
  const isRead = ({ column }: Assignment) => {
    const [table, name] = column.split('.').map(unquoted)
    const named = new RegExp(`"?\\b${table}"?\\."?${name}\\b`)
    return assignments.some((other) => other.column !== column && named.test(other.value))
  }
  return [...assignments.filter((one) => !isRead(one)), ...assignments.filter(isRead)]
}
