import { Check, Default } from 'typebox/value'
import { ParleyConfigError } from '../config-error.js'
import { describeProblem, type Problem } from '../domain/explain.js'
import { type CodeOptions, type DataOptions, dataOptions, type ParleyOptions } from './options.js'

const dataOptionNames = Object.keys(dataOptions.properties)

/**
 * Returns a copy of the options that are data, with the default of each that was left out. Throws a `ParleyConfigError`
 * that names the first wrong option.
 */
export function checkedDataOptions(options: Partial<ParleyOptions>): DataOptions {
  checkOptionNames(options)
  const given = dataOptionNames.map((name) => [name, copied(Reflect.get(options, name))])
  const complete: unknown = Default(dataOptions, Object.fromEntries(given))
  if (!Check(dataOptions, complete)) throw invalidOption(describeProblem(dataOptions, complete))
  return complete
}

/** Copies a group or a list, so that defaults are filled into the copy and not into the host's object. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? [...value] : { ...value }
}

/** Options whose values never appear in a message. */
const secretOptions = /^\.encryptionKeys\b/

function invalidOption({ at, text, value }: Problem): ParleyConfigError {
  const option = at.slice(1)
  const isShown = (typeof value !== 'object' || value === null) && !secretOptions.test(at)
  const message = `Option ${option} ${text}${isShown ? `, not ${String(value)}` : ''}`
  return new ParleyConfigError('option_invalid', { option, message })
}

const hookNames = ['signIn', 'geolocate', 'renderPage'] as const
type HookName = (typeof hookNames)[number]
type PortName = Exclude<keyof CodeOptions, HookName>
/** The members that a port must have. Its optional members are not checked. */
type Members<Port> = {
  readonly [M in keyof Port as undefined extends Port[M] ? never : M]: 'function' | 'object'
}

/** The members that each port must have. The compiler keeps this table complete. */
const members: { readonly [P in PortName]-?: Members<NonNullable<CodeOptions[P]>> } = {
  storage: {
    ...{ open: 'function', read: 'object', transaction: 'function', appendEvents: 'function' },
    ...{ ping: 'function', close: 'function' },
  },
  bus: {
    ...{ start: 'function', publish: 'function', subscribe: 'function' },
    ping: 'function',
    close: 'function',
  },
  clock: { now: 'function', monotonic: 'function', every: 'function' },
  files: { put: 'function', read: 'function', size: 'function', remove: 'function' },
  ids: { uuid: 'function', randomBytes: 'function' },
  pushService: { notify: 'function' },
  logger: { debug: 'function', info: 'function', warn: 'function', error: 'function' },
}

const kinds: Readonly<Record<PortName, string>> = {
  storage: 'a storage, such as the result of sqliteStorage or postgresStorage',
  bus: 'a bus, such as the result of redisBus, or null',
  clock: 'a clock',
  files: 'a store for files, such as the result of localFiles',
  ids: 'a generator of ids',
  pushService: 'a push service, such as the result of webPush',
  logger: 'a logger',
}

const portNames = Object.keys(members) as PortName[]

/** Names of the options that are code of the host: ports and functions. */
export const codeOptionNames: readonly string[] = [...portNames, ...hookNames]

const example = "createParley({ storage: sqliteStorage({ filename: 'parley.db' }) })"

/**
 * Checks the options that are code of the host, for hosts without types. Throws a `ParleyConfigError` that names the
 * option and what it lacks, before anything is opened.
 */
export function checkCodeOptions(options: ParleyOptions): void {
  if (!isObject(options)) {
    throw new ParleyConfigError('options_required', {
      message: `createParley needs options, such as ${example}`,
    })
  }
  if (options.storage === undefined) {
    const message = `Option storage is required, as in ${example}`
    throw new ParleyConfigError('option_required', { option: 'storage', message })
  }
  for (const name of portNames) checkPort(name, options)
  for (const name of hookNames) checkHook(name, options)
}

function checkPort(name: PortName, options: object): void {
  const expected: Readonly<Record<string, string>> = members[name]
  const port: unknown = Reflect.get(options, name)
  if (port === undefined || (port === null && name === 'bus')) return
  const missing = Object.keys(expected).filter((member) => memberType(port, member) !== expected[member])
  if (missing.length === 0) return
  const message = `Option ${name} must be ${kinds[name]}: it has no ${missing.join(', ')}`
  throw new ParleyConfigError('port_incomplete', { option: name, message })
}

function checkHook(name: HookName, options: object): void {
  const hook: unknown = Reflect.get(options, name)
  if (hook === undefined || typeof hook === 'function') return
  throw new ParleyConfigError('option_invalid', {
    option: name,
    message: `Option ${name} must be a function`,
  })
}

function memberType(port: unknown, member: string): string | undefined {
  return isObject(port) ? typeof Reflect.get(port, member) : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The names of the options in each group. */
const groups: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(dataOptions.properties).flatMap(([name, option]) =>
    'properties' in option ? [[name, Object.keys(option.properties)] as const] : [],
  ),
)

/** The options and groups that `createParley` takes directly. */
const topLevelNames: readonly string[] = [...codeOptionNames, ...Object.keys(dataOptions.properties)]

const allPaths: readonly string[] = [
  ...topLevelNames,
  ...[...groups].flatMap(([group, names]) => names.map((name) => `${group}.${name}`)),
]

/**
 * Throws a `ParleyConfigError` for the first name that is no option. When the option exists in another group, the
 * message says where it belongs; when the name is misspelt, the message names the closest option.
 */
export function checkOptionNames(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (!topLevelNames.includes(name)) throw unknownOption(undefined, name)
    const known = groups.get(name)
    if (known === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) continue
    const unknown = Object.keys(value).find((key) => !known.includes(key))
    if (unknown !== undefined) throw unknownOption(name, unknown)
  }
}

function unknownOption(group: string | undefined, name: string): ParleyConfigError {
  const option = group === undefined ? name : `${group}.${name}`
  const locations = findGroups(name).map((path) => formatPath(path, name))
  if (locations.length > 0) {
    return new ParleyConfigError('option_misplaced', {
      option,
      message: `Option ${option} belongs ${locations.join(', or ')}`,
    })
  }
  return new ParleyConfigError('option_unknown', {
    option,
    message: `Unknown option ${option}${adviceOn(group, name)}`,
  })
}

/** Paths of the options with this name. */
function findGroups(name: string): readonly string[] {
  return allPaths.filter((path) => path === name || path.endsWith(`.${name}`))
}

function formatPath(path: string, name: string): string {
  if (path === name) return `outside of every group: createParley({ ${name} })`
  const [group = ''] = path.split('.')
  return `in \`${group}\`: createParley({ ${group}: { ${name} } })`
}

/** Names the closest option: the one of the same group, else of any, else lists what the group has. */
function adviceOn(group: string | undefined, name: string): string {
  const siblings = group === undefined ? topLevelNames : (groups.get(group) ?? [])
  const sibling = nearestName(name, siblings)
  if (sibling !== undefined) return `. Did you mean ${group === undefined ? sibling : `${group}.${sibling}`}?`
  const names = allPaths.map((path) => path.replace(/^.*\./, ''))
  const nearest = nearestName(name, names)
  if (nearest !== undefined) return `. Did you mean ${allPaths[names.indexOf(nearest)]}?`
  return `. The options${group === undefined ? '' : ` of ${group}`} are ${siblings.join(', ')}`
}

const minBeginningLength = 4

/** Returns the known name that differs least from a misspelt one, or `undefined` when none is similar. */
export function nearestName(misspelt: string, known: readonly string[]): string | undefined {
  const name = misspelt.toLowerCase()
  // A name of more characters is no misspelling, and would take long to compare.
  if (name.length > 64) return undefined
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.distance - other.distance)
  return ranked[0]?.candidate ?? known.find((candidate) => isBeginning(name, candidate))
}

/** Returns whether an abbreviation such as `inFlight` begins the name. */
function isBeginning(name: string, candidate: string): boolean {
  return name.length >= minBeginningLength && candidate.toLowerCase().startsWith(name)
}

/** Number of characters to insert, delete, replace or swap with their neighbor to turn one text into the other. */
function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) row.push(nextDistance(rows, row, from, to, i, j))
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

function nextDistance(
  rows: readonly (readonly number[])[],
  row: readonly number[],
  from: string,
  to: string,
  i: number,
  j: number,
): number {
  const at = (line: readonly number[] | undefined, index: number) => line?.[index] ?? Number.POSITIVE_INFINITY
  const isSame = from[i - 1] === to[j - 1]
  const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
  return Math.min(
    at(rows[i - 1], j) + 1,
    at(row, j - 1) + 1,
    at(rows[i - 1], j - 1) + (isSame ? 0 : 1),
    isSwap ? at(rows[i - 2], j - 2) + 1 : Number.POSITIVE_INFINITY,
  )
}
