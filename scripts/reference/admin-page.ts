import { page, table } from '../markdown.js'
import { adminExamples } from './admin-examples.js'
import { declarationOf, isOptionType, optionTable, resultTypesIn } from './admin-shapes.js'
import { type AdminMethod, adminMethods } from './admin-source.js'

/** Parts of `admin` in the order in which one comes to need them, each with what it is about. */
const parts: Readonly<Record<string, string>> = {
  licenses: 'A license is a tenant of the installation.',
  agents: 'The people who answer chats. Bots are created by the Configuration API, and are listed here too.',
  customers: 'The people who ask.',
  apps: 'Programs that call the APIs, and ask agents for access.',
  tokens: 'Tokens for those whom the host knows already, without a sign-in.',
  properties: 'Definitions of properties, in any namespace but the one that every license has.',
  webhooks: 'What became of deliveries. Webhooks are registered by the Configuration API.',
}

/** `parley.admin`: every method with its arguments, its result, its errors and an example. */
export function adminPage(): string {
  const listed = Object.entries(parts).map(([part, about]) => {
    return { part, about, methods: adminMethods(`packages/core/src/admin/${part}.ts`) }
  })
  const results = new Set(
    listed.flatMap(({ methods }) => methods.flatMap(({ result }) => resultTypesIn(result))),
  )
  return page('parley.admin', [
    'What the host does in process: create licenses and people, register apps, issue tokens, and look after webhooks. All methods',
    'return promises, check what they are given, and apply on every node.',
    '',
    ...fenced('js', opening),
    '',
    '**Errors**: what a caller did wrong is a `ParleyError` whose `type` is `validation`, for every method where an argument is',
    'missing, wrong or too long, or names nothing; each method lists its further ones. Where the storage is away, or the engine is',
    'closed, it is a `StorageError` of `@parley/core/ports`, whose `code` is `unavailable` or `closed`.',
    '',
    ...table(
      ['Method', 'What it does'],
      listed.flatMap(({ part, methods }) => methods.map((method) => methodRow(part, method))),
    ),
    ...listed.flatMap(({ part, about, methods }) => [
      ...['', `## admin.${part}`, '', about],
      ...methods.flatMap((method) => methodSection(part, method)),
    ]),
    ...[
      '',
      '## Pages',
      '',
      'Lists have pages: ask for the next one with the `nextPageId` of the page before.',
      '',
    ],
    ...optionTable('PageOptions'),
    ...['', '## Results', '', 'Instants are integer Unix milliseconds.'],
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
  const options = parameters.find(({ type }) => isOptionType(type))
  const isPage = options?.type === 'PageOptions'
  return [
    ...['', `### ${part}.${name}`, '', meaning, ''],
    ...fenced('ts', `${name}(${signature}): Promise<${result.replaceAll('readonly ', '')}>`),
    ...(options === undefined || isPage ? [] : ['', ...optionTable(options.type)]),
    ...(isPage ? ['', 'It takes the options of [pages](#pages).'] : []),
    ...(refusals.length === 0
      ? []
      : ['', '`validation` also says:', '', ...refusals.map((text) => `- ${text}`)]),
    ...['', ...fenced('js', exampleOf(part, name))],
  ]
}

function exampleOf(part: string, name: string): string {
  const example = adminExamples[part]?.[name]
  if (example === undefined) throw new Error(`admin.${part}.${name} has no example`)
  return example
}

/** As GitHub makes it of the heading. */
function anchorOf(part: string, name: string): string {
  return `${part}${name}`.toLowerCase()
}

function fenced(language: string, code: string): readonly string[] {
  return [`\`\`\`${language}`, ...code.split('\n'), '```']
}
