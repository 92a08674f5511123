import { formKeyword } from '../packages/core/src/contract/limits.js'
import { codeOptionNames } from '../packages/core/src/options/check-code-options.js'
import { dataOptions } from '../packages/core/src/options/options.js'
import { commentsIn } from './comments.js'
import { page, table } from './markdown.js'

const folder = 'packages/core/src/options'
const meaningOf = commentsIn(`${folder}/options.ts`)

/** Where the options of a group are declared, if not in a file of its name. */
const declaredIn: Readonly<Record<string, string>> = {
  catchUp: 'packages/core/src/options/catch-up.ts',
  contractLimits: 'packages/core/src/contract/limits.ts',
}

export function optionsPage(): string {
  const options = Object.entries(dataOptions.properties)
  const ungrouped = options.filter(([, option]) => !('properties' in option))
  return page('Options', [
    'Options of `createParley()`. They are copied, checked and frozen when the engine is created; a bad one is a',
    '`TypeError` that names it. Durations and bounds apply to each node by itself.',
    '',
    ...table(
      ['Option', 'Meaning'],
      codeOptionNames.map((name) => [code(name), meaningOf(name)]),
    ),
    '',
    ...table(
      ['Option', 'Default', 'Meaning'],
      ungrouped.map(([name, option]) => [code(name), defaultOf(option), meaningOf(name)]),
    ),
    ...options.flatMap(([name, option]) =>
      'properties' in option ? ['', ...groupSection(name, option.properties)] : [],
    ),
  ])
}

function groupSection(group: string, options: Readonly<Record<string, object>>): readonly string[] {
  const comment = commentsIn(declaredIn[group] ?? `${folder}/${group}.ts`)
  const rows = Object.entries(options).map(([name, option]) => {
    return [code(name), defaultOf(option), allowedBy(option), comment(name)]
  })
  const head = ['Option', 'Default', 'Allowed', 'Meaning']
  return [`## ${code(group)}`, '', meaningOf(group), '', ...table(head, rows)]
}

function defaultOf(option: object): string {
  const value = keyword(option, 'default')
  return typeof value === 'string' || value === Number.POSITIVE_INFINITY ? code(String(value)) : shown(value)
}

function allowedBy(option: object): string {
  const minimum = keyword(option, 'minimum')
  if (minimum === undefined) return shown(keyword(option, formKeyword))
  return `${shown(minimum)} to ${shown(keyword(option, 'maximum'))}`
}

function keyword(schema: object, name: string): unknown {
  return Reflect.get(schema, name)
}

function shown(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none'
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
}

function code(text: string): string {
  return `\`${text}\``
}
