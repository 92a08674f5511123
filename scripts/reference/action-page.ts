import { apis } from '../../packages/core/src/contract/apis.js'
import { type ActionContract, schemaFor } from '../../packages/core/src/contract/define.js'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import { errorTable } from '../../packages/core/src/errors.js'
import { page, table } from '../markdown.js'
import { curl, frames, inProcess, rtmAddress } from './calls.js'
import { block, json } from './code.js'
import { differences, linesByVersions } from './differences.js'
import { type ActionVariant, apiTitles, type Entry, newestOf } from './entries.js'
import { errorsOf } from './errors.js'
import { fieldTables, type Place } from './field-tables.js'
import { type ActionExample, isSameName, type Recording } from './recording.js'

const place: Place = { toReference: '../' }

/** Returns the page of an action: its newest version in full, then the differences of older versions. */
export function actionPage(entry: Entry<ActionVariant>, recording: Recording): string {
  const [newest] = entry.variants
  if (newest === undefined) throw new TypeError(`${entry.name} has no contract`)
  const { contract } = newest
  const version = newestOf(contract)
  return page(`\`${entry.name}\``, [
    `An action of the [${apiTitles[entry.api]}](../README.md#${entry.api}-api). ${contract.summary}`,
    '',
    ...facts(entry, contract),
    '',
    '## Request',
    '',
    ...fieldsOrNone(contract, 'request', version),
    '',
    '## Response',
    '',
    ...fieldsOrNone(contract, 'response', version),
    ...olderVersions(entry, contract, version),
    ...pushes(entry, contract, recording),
    ...errors(contract),
    ...examples(entry, newest, recording),
  ])
}

function facts(
  { variants }: Entry<ActionVariant>,
  { transports, scopes }: ActionContract,
): readonly string[] {
  const versions = variants.flatMap(({ contract }) => contract.versions).toSorted()
  const names = { web: 'HTTP', rtm: 'real time' }
  return table(
    ['Versions', 'Transports', 'Scopes (any one is enough)'],
    [
      [
        versions.join(', '),
        transports.map((transport) => names[transport]).join(', '),
        scopes.length === 0 ? 'none needed' : scopes.map((scope) => `\`${scope}\``).join(', '),
      ],
    ],
  )
}

function fieldsOrNone(
  contract: ActionContract,
  part: 'request' | 'response',
  version: ApiVersion,
): readonly string[] {
  const lines = fieldTables(
    schemaFor(contract[part], version),
    place,
    part === 'request' ? 'request' : 'answer',
  )
  return lines.length > 0 ? lines : ['No fields: `{}`.']
}

function olderVersions(
  { variants }: Entry<ActionVariant>,
  newest: ActionContract,
  version: ApiVersion,
): readonly string[] {
  const older = variants.flatMap(({ contract }) =>
    contract.versions
      .filter((other) => other !== version)
      .flatMap((other) =>
        versionLines(newest, version, contract, other).map((line) => [other, line] as const),
      ),
  )
  return older.length === 0 ? [] : ['', '## Older versions', '', ...linesByVersions(older)]
}

function versionLines(
  newest: ActionContract,
  version: ApiVersion,
  older: ActionContract,
  other: ApiVersion,
): readonly string[] {
  const ofPart = (part: 'request' | 'response') =>
    differences(schemaFor(newest[part], version), schemaFor(older[part], other), place)
  const lines = [
    ...(older.summary === newest.summary ? [] : [older.summary]),
    ...ofPart('request').map((line) => `request ${line}`),
    ...ofPart('response').map((line) => `response ${line}`),
  ]
  return lines
}

function pushes(
  { api, name }: Entry<ActionVariant>,
  { pushes: answering = [] }: ActionContract,
  { causes }: Recording,
): readonly string[] {
  const caused = causes.filter(({ action }) => isSameName(action, { api, name }))
  if (caused.length === 0) return []
  const links = caused.map(
    ({ push }) => `- [\`${push.name}\`](../${push.api}/pushes/${push.name}.md) (${apiTitles[push.api]})`,
  )
  const answers = answering.map((push) => `\`${push}\``).join(', or else ')
  const pushed =
    answers === ''
      ? []
      : ['', `On the connection that sent the request, ${answers} contains the \`request_id\`.`]
  return ['', '## Pushes', '', 'The action can cause these pushes:', '', ...links, ...pushed]
}

function errors(contract: ActionContract): readonly string[] {
  const rows = errorsOf(contract).map(([type, when]) => [
    `\`${type}\``,
    String(errorTable[type].status),
    when,
  ])
  const text = `[Errors](${place.toReference}../errors.md) describes the format.`
  return ['', '## Errors', '', text, '', ...table(['Type', 'HTTP status', 'When'], rows)]
}

function examples(
  entry: Entry<ActionVariant>,
  newest: ActionVariant,
  recording: Recording,
): readonly string[] {
  const example = exampleOf(entry, newest, recording)
  const { transports } = newest.contract
  const [request = [], response = []] = frames(example)
  const address = rtmAddress(example.api, example.version)
  const overHttp = [
    '',
    '### Over HTTP',
    '',
    ...curl(example, newest.contract.upload),
    '',
    ...block('json', json(example.answer)),
  ]
  const inRealTime = ['', '### In real time', '', `On \`${address}\`, after [\`login\`](login.md):`]
  const login = ['', '### In real time', '', `On \`${address}\`:`]
  const isThere = transports.includes('web') && newest.contract.upload === undefined
  return [
    '',
    '## Example',
    ...(transports.includes('web') ? overHttp : []),
    ...(transports.includes('rtm')
      ? [...(entry.name === 'login' ? login : inRealTime), '', ...request, '', ...response]
      : []),
    ...(isThere && isNewestOfApi(example)
      ? ['', '### In process', '', ...inProcess(example, newest.method)]
      : []),
  ]
}

function isNewestOfApi({ api, version }: ActionExample): boolean {
  return version === apis[api].newestVersion
}

function exampleOf(
  { api, name }: Entry<ActionVariant>,
  { contract }: ActionVariant,
  { actions }: Recording,
): ActionExample {
  const found = actions.find(
    (example) => isSameName(example, { api, name }) && contract.versions.includes(example.version),
  )
  if (found === undefined) throw new Error(`scripts/reference/scenes shows no ${api} ${name}`)
  return found
}
