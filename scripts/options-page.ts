import { formKeyword } from '../packages/core/src/contract/limits.js'
import { codeOptionNames } from '../packages/core/src/options/checks.js'
import { dataOptions } from '../packages/core/src/options/options.js'
import { commentsIn } from './comments.js'
import { page, table } from './markdown.js'

const folder = 'packages/core/src/options'
const commentOf = commentsIn(`${folder}/options.ts`)

/** Source file and constant of the option groups that are not declared in `groups.ts` by their name. */
const declaredIn: Readonly<Record<string, readonly [path: string, constant?: string]>> = {
  contractLimits: ['packages/core/src/contract/limits.ts'],
  limits: [`${folder}/limits.ts`, 'limits'],
  paths: [`${folder}/groups.ts`, 'parts'],
  rates: [`${folder}/limits.ts`, 'rates'],
}

/** The options that most hosts set, in the order in which a newcomer needs them. */
const firstOptions = [
  'storage',
  'baseUrl',
  'signIn',
  'files',
  'encryptionKeys',
  'corsOrigins',
  'trustProxy',
  'bus',
  'logger',
  'limits.fileBytes',
] as const

/** Returns docs/options.md: the options that most hosts set. */
export function optionsPage(): string {
  return page('Options', [
    'Pass options to `createParley()`. Only `storage` is required. Most hosts set some of these ten:',
    '',
    '```js',
    "import { createParley } from '@parley/core'",
    "import { localFiles } from '@parley/adapter-node'",
    "import { sqliteStorage } from '@parley/storage-sqlite'",
    '',
    'const parley = await createParley({',
    "  storage: sqliteStorage({ filename: 'parley.db' }),",
    "  baseUrl: 'https://shop.example/support',",
    "  files: localFiles({ directory: 'files' }),",
    '  encryptionKeys: [process.env.PARLEY_ENCRYPTION_KEY],',
    "  corsOrigins: ['https://shop.example'],",
    '  trustProxy: 1,',
    '  limits: { fileBytes: 20 * 1_048_576 },',
    '})',
    '```',
    '',
    ...table(
      ['Option', 'Meaning'],
      firstOptions.map((path) => [code(path), commentOfPath(path)]),
    ),
    '',
    'A wrong option throws a [`ParleyConfigError`](errors.md#config-errors) that names it and says how to fix it, before anything',
    'is opened. An option in the wrong group is told its group; a misspelt one gets the closest name.',
    '',
    'Options are copied and frozen when the engine is created. Limits apply to each node on its own, unless the text of the option',
    'says otherwise.',
    '',
    'All options are in the [reference of options](options-reference.md).',
  ])
}

/** Returns docs/options-reference.md: all options. */
export function optionsReferencePage(): string {
  const options = Object.entries(dataOptions.properties)
  const ungrouped = options.filter(([, option]) => !('properties' in option))
  return page('Reference of options', [
    'All options of `createParley()`. Start with [the ten that matter](options.md).',
    '',
    'The unit of a number is part of its name: `Ms` is milliseconds, `Seconds` is seconds, `Bytes` is bytes, `Length` is characters.',
    '',
    '## Parts that the host provides',
    '',
    ...table(
      ['Option', 'Meaning'],
      codeOptionNames.map((name) => [code(name), commentOf(name)]),
    ),
    '',
    '## General',
    '',
    ...table(
      ['Option', 'Default', 'Meaning'],
      ungrouped.map(([name]) => [code(name), ...defaultAndMeaning(commentOf(name))]),
    ),
    ...options.flatMap(([name, option]) =>
      'properties' in option ? ['', ...groupSection(name, option.properties)] : [],
    ),
  ])
}

function groupSection(group: string, options: Readonly<Record<string, object>>): readonly string[] {
  const comment = groupComments(group)
  const rows = Object.entries(options).map(([name, option]) => {
    const [value, meaning] = defaultAndMeaning(comment(name))
    return [code(name), value, allowedBy(option), meaning]
  })
  const head = ['Option', 'Default', 'Allowed', 'Meaning']
  return [`## ${code(group)}`, '', commentOf(group), '', ...table(head, rows)]
}

function groupComments(group: string): (name: string) => string {
  return commentsIn(...(declaredIn[group] ?? ([`${folder}/groups.ts`, group] as const)))
}

function commentOfPath(path: string): string {
  const [group = '', name] = path.split('.')
  return name === undefined ? commentOf(group) : groupComments(group)(name)
}

/** Splits the comment of an option into its default and the rest: `Text. Default: 5 (5 s).` */
export function defaultAndMeaning(comment: string): readonly [value: string, meaning: string] {
  const [, before = '', value = '', after = ''] = /^(.*?) ?Default: (.+?)\.( .*)?$/.exec(comment) ?? []
  if (value === '') throw new Error(`The comment has no default: ${comment}`)
  return [value, before + after]
}

/** Returns the comment of every option that is plain data, and its default, by the path of the option. */
export function optionComments(): ReadonlyMap<string, { readonly comment: string; readonly value: unknown }> {
  const options = Object.entries(dataOptions.properties).flatMap(([name, option]) => {
    const within = 'properties' in option ? Object.entries<object>(option.properties) : undefined
    if (within === undefined)
      return [[name, { comment: commentOf(name), value: keyword(option, 'default') }] as const]
    const comment = groupComments(name)
    return within.map(([key, one]) => {
      return [`${name}.${key}`, { comment: comment(key), value: keyword(one, 'default') }] as const
    })
  })
  return new Map(options)
}

function allowedBy(option: object): string {
  const minimum = keyword(option, 'minimum')
  if (minimum !== undefined) return `${shown(minimum)} to ${shown(keyword(option, 'maximum'))}`
  return shown(keyword(option, formKeyword))
}

function keyword(schema: object, name: string): unknown {
  return Reflect.get(schema, name)
}

function shown(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
}

function code(text: string): string {
  return `\`${text}\``
}
