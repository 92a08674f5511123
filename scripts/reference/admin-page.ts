import { page, table } from '../markdown.js'
import { adminExamples } from './admin-examples.js'
import { declarationOf, inputTable, isInputType, resultTypesIn } from './admin-shapes.js'
import { type AdminMethod, adminMethods } from './admin-source.js'

/** The parts of `admin`, in the order in which a host needs them. */
const parts: Readonly<Record<string, string>> = {
  licenses: 'A license is one tenant of the installation.',
  agents:
    'Agents are the people who answer customers. Bots are created by the Configuration API, and are listed here too.',
  customers: 'Customers are the people who contact the agents.',
  apps: 'Apps are OAuth clients: programs that call the APIs, and that agents allow to act for them.',
  tokens: 'Creates tokens without a sign-in, for agents and customers whom the host has identified itself.',
  properties: 'Defines properties, in every namespace except the one that every license has.',
  webhooks: 'Manages webhooks, and shows the state of their deliveries.',
}

/** Returns the page about `parley.admin`: every method with its arguments, its result, its errors and an example. */
export function adminPage(): string {
  const listed = Object.entries(parts).map(([part, about]) => {
    return { part, about, methods: adminMethods(`packages/core/src/admin/${part}.ts`) }
  })
  const results = new Set(
    listed.flatMap(({ methods }) => methods.flatMap(({ result }) => resultTypesIn(result))),
  )
  return page('parley.admin', [
    'The host manages licenses, people, apps, tokens, properties and webhooks in process. All methods return promises and',
    'validate their arguments. Changes take effect on every node.',
    '',
    'Every part has the same verbs: `create`, `get`, `list`, `update` and `delete`. The first argument is an id, and the',
    'second is the input. A name that is unique only within a license is passed as an object with its `licenseId`. Times are `Date`s.',
    '',
    ...fenced('js', opening),
    '',
    '**Errors**: a method rejects with a `ParleyError` of `type` `validation` when an argument is missing, invalid or too long, or',
    'when an id does not exist. Each method lists further messages. When the storage is unavailable or the engine is closed, it',
    'rejects with a `StorageError` of `@parley/core/storage`, whose `code` is `unavailable` or `closed`.',
    '',
    ...table(
      ['Method', 'What it does'],
      listed.flatMap(({ part, methods }) => methods.map((method) => methodRow(part, method))),
    ),
    ...listed.flatMap(({ part, about, methods }) => [
      ...['', `## admin.${part}`, '', about],
      ...methods.flatMap((method) => methodSection(part, method)),
    ]),
    ...['', '## Pages', ''],
    'Lists return pages: pass the `nextPageId` of a page as `pageId` to get the next one. It is `null` on the last page.',
    ...['', '## Results'],
    ...[...results]
      .toSorted()
      .flatMap((name) => ['', `### ${name}`, '', ...fenced('ts', declarationOf(name))]),
    '',
    ...fenced('js', 'await parley.close()'),
  ])
}

const opening = `import { createParley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'

const parley = await createParley({ storage: memoryStorage() })`

function methodRow(part: string, { name, meaning }: AdminMethod): readonly string[] {
  const [first = ''] = meaning.split(/(?<=\.) /)
  return [`[\`${part}.${name}\`](#${anchorOf(part, name)})`, first]
}

function methodSection(part: string, method: AdminMethod): readonly string[] {
  const { name, meaning, parameters, result, refusals } = method
  const signature = parameters.map((one) => `${one.name}${one.isOptional ? '?' : ''}: ${one.type}`).join(', ')
  const inputs = parameters.filter(({ type }) => isInputType(type))
  return [
    ...['', `### ${part}.${name}`, '', meaning, ''],
    ...fenced('ts', `${name}(${signature}): Promise<${result.replaceAll('readonly ', '')}>`),
    ...inputs.flatMap(({ type }) => ['', ...inputTable(type)]),
    ...(refusals.length === 0
      ? []
      : ['', 'Messages of `validation` errors:', '', ...refusals.map((text) => `- ${text}`)]),
    ...['', ...fenced('js', exampleOf(part, name))],
  ]
}

function exampleOf(part: string, name: string): string {
  const example = adminExamples[part]?.[name]
  if (example === undefined) throw new Error(`admin.${part}.${name} has no example`)
  return example
}

/** Returns the anchor that GitHub generates for the heading of a method. */
function anchorOf(part: string, name: string): string {
  return `${part}${name}`.toLowerCase()
}

function fenced(language: string, code: string): readonly string[] {
  return [`\`\`\`${language}`, ...code.split('\n'), '```']
}
