import { readFileSync } from 'node:fs'
import { contractLimits } from '../packages/core/src/contract/limits.js'
import { closeCodes } from '../packages/core/src/edge/rtm/close-codes.js'
import { errorTable, oauthErrorTable } from '../packages/core/src/errors.js'
import { numericOptions } from '../packages/core/src/options.js'

/** The pages under docs/ that are written from the tables of the source, so that they cannot drift from it. */
export const referencePages: Readonly<Record<string, () => string>> = {
  'docs/options.md': optionsPage,
  'docs/errors.md': errorsPage,
}

const generated = '<!-- Written by `npm run docs` from the source. Do not edit. -->'

interface NumericOption {
  readonly default: number
  readonly min: number
  readonly max: number
  readonly meaning: string
}

function optionsPage(): string {
  return page('Options', [
    'Options of `createParley()`. They are copied, checked and frozen when the engine is created; a bad one is a',
    '`TypeError` that names it. Durations and bounds apply to each node by itself.',
    '',
    ...table(['Option', 'Meaning'], generalOptions()),
    ...Object.entries(numericOptions).flatMap(([group, options]) => ['', ...groupSection(group, options)]),
    '',
    '## `contractLimits`',
    '',
    'Bounds on what a request may hold, each an integer from 1 to 16,777,216. Lengths count characters, counts',
    'items.',
    '',
    ...table(
      ['Option', 'Default'],
      Object.entries(contractLimits).map(([name, value]) => [`\`${name}\``, number(value)]),
    ),
  ])
}

function groupSection(group: string, options: Readonly<Record<string, NumericOption>>): readonly string[] {
  const rows = Object.entries(options).map(([name, option]) => {
    const range = `${number(option.min)} to ${number(option.max)}`
    return [`\`${name}\``, number(option.default), range, option.meaning]
  })
  return [`## \`${group}\``, '', ...table(['Option', 'Default', 'Range', 'Meaning'], rows)]
}

/** The options that are no numbers, with the comments that stand beside them. */
function generalOptions(): readonly (readonly string[])[] {
  const source = readFileSync(new URL('../packages/core/src/options.ts', import.meta.url), 'utf8')
  const members = /export interface ParleyOptions[^{]*\{\n(?<members>[\s\S]*?)\n\}/.exec(source)?.groups
    ?.members
  if (members === undefined) throw new Error('options.ts has no interface ParleyOptions')
  const member = /(?:\/\*\*(?<comment>[\s\S]*?)\*\/\s*)?readonly (?<name>\w+)(?<mark>\??):/g
  return [...members.matchAll(member)].map(({ groups = {} }) => {
    const meaning = groups.mark === '?' ? plain(groups.comment ?? '') : 'Required.'
    return [`\`${groups.name}\``, meaning]
  })
}

/** A comment without its stars, and without references, which are for who reads the source. */
function plain(comment: string): string {
  return comment
    .replace(/\s*\n\s*\*\s*/g, ' ')
    .replace(/\s*\(decisions [^)]*\)/g, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .trim()
}

function errorsPage(): string {
  return page('Errors', [
    'A failed request answers `{"error":{"type","message","data"?}}`: over HTTP with the status below, over RTM as',
    'the `payload` of a response with `"success":false`. `message` begins with the default below and may go on with',
    'what is wrong and where. Branch on `type`; messages may change. A failure of type `internal` or',
    '`service_unavailable` is logged, over HTTP under the id in the header `X-Request-Id`, which many of a kind share',
    '([the log](deployment.md#the-log)). The same goes for `server_error` and `temporarily_unavailable` below.',
    '',
    ...table(
      ['Type', 'HTTP status', 'Default message', 'A retry may help'],
      Object.entries(errorTable).map(([type, { status, message, isRetryable }]) => {
        return [`\`${type}\``, String(status), message, isRetryable ? 'yes' : 'no']
      }),
    ),
    '',
    '## Authorization service',
    '',
    'Its endpoints answer in the OAuth form (RFC 6749 §5.2): `{"error","error_description"}`.',
    '',
    ...table(
      ['Error', 'HTTP status', '`WWW-Authenticate`'],
      Object.entries(oauthErrorTable).map(([code, { status, challenge }]) => {
        return [`\`${code}\``, String(status), challenge ?? '']
      }),
    ),
    '',
    '## Close codes',
    '',
    'How a real-time connection ends, besides the codes of the websocket protocol itself.',
    '',
    ...table(
      ['Code', 'Why'],
      Object.entries(closeCodes).map(([name, code]) => [String(code), words(name)]),
    ),
  ])
}

/** `loginTimeout` → `login timeout` */
function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function page(title: string, lines: readonly string[]): string {
  return `${[`# ${title}`, '', generated, '', ...lines].join('\n')}\n`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)]
}
