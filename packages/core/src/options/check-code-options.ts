import { ParleyConfigError } from '../config-error.js'
import type { CodeOptions, ParleyOptions } from './options.js'

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
