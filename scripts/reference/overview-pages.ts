import { apis } from '../../packages/core/src/contract/apis.js'
import type { PushContract } from '../../packages/core/src/contract/define.js'
import type { Api } from '../../packages/core/src/contract/versions.js'
import { page, table } from '../markdown.js'
import { actionAddress, hasRtm, rtmAddress } from './calls.js'
import {
  type ActionVariant,
  actionEntries,
  actionPath,
  apiTitles,
  type Entry,
  everyApi,
  pushEntries,
  pushPath,
} from './entries.js'
import { fieldTables } from './field-tables.js'
import { namedObjects } from './named-objects.js'

/** Returns the start page of the reference. */
export function indexPage(): string {
  return page('Reference', [
    'This reference describes every action and push of the three APIs. Each page lists the fields and errors, and shows a',
    'recorded request and response for every transport.',
    '',
    ...table(
      ['To', 'Read'],
      [
        ['send a first message', '[The first message](../guides/the-first-message.md)'],
        ['handle pushes in a client', '[Keeping a client current](../guides/keeping-current.md)'],
        ['build a bot', '[A bot in ten minutes](../guides/a-bot-in-ten-minutes.md)'],
        [
          'receive webhooks',
          '[Webhooks you can trust](../guides/webhooks-you-can-trust.md), [webhook payloads](webhooks.md)',
        ],
        ['look up shared objects', '[Objects](objects.md)'],
        ['handle errors', '[Errors](../errors.md)'],
        ['choose scopes for an app', '[Scopes](scopes.md)'],
        ['manage licenses, agents and apps in process', '[parley.admin](admin.md)'],
        [
          'generate clients',
          '`docs/openapi` and `docs/asyncapi`, with one file for each version of each API',
        ],
      ],
    ),
    '',
    '## Common to all requests',
    '',
    '- Over HTTP, the body of a request to the Customer API or the Agent API is `{"payload": {…}}`. The body of a request to',
    '  the Configuration API is the payload itself. The body of every response is the payload itself, or `{}` when it is empty.',
    '- In real time, requests, responses and pushes all have a `payload`.',
    '- An optional field can be left out or be `null`. Both mean the same.',
    '- On the connection that sent a request, the push that answers the request contains its `request_id`. When the request',
    '  changes nothing, only that connection receives the push.',
    ...everyApi.flatMap(apiSection),
  ])
}

function apiSection(api: Api): readonly string[] {
  const { versions, newestVersion } = apis[api]
  const actions = actionEntries.filter((entry) => entry.api === api)
  const pushes = pushEntries.filter((entry) => entry.api === api)
  const address = actionAddress({ api, name: '<action>', version: newestVersion })
  const inRealTime = hasRtm(api) ? `; in real time: \`${rtmAddress(api, newestVersion)}\`.` : '.'
  return [
    '',
    `## ${apiTitles[api]}`,
    '',
    `Versions ${versions.join(', ')}. Over HTTP: \`POST ${address}\``,
    `with \`Authorization: Bearer <token>\`${inRealTime}`,
    '',
    ...table(
      ['Action', 'Versions', 'What it does'],
      actions.map((entry) => actionRow(entry)),
    ),
    ...(pushes.length === 0
      ? []
      : [
          '',
          ...table(
            ['Push', 'Versions', 'When it is sent'],
            pushes.map((entry) => pushRow(entry)),
          ),
        ]),
  ]
}

function actionRow({ api, name, variants }: Entry<ActionVariant>): readonly string[] {
  const contracts = variants.map(({ contract }) => contract)
  return [`[\`${name}\`](${actionPath(api, name)})`, versionsOf(contracts), contracts[0]?.summary ?? '']
}

function pushRow({ api, name, variants }: Entry<PushContract>): readonly string[] {
  return [`[\`${name}\`](${pushPath(api, name)})`, versionsOf(variants), variants[0]?.summary ?? '']
}

function versionsOf(contracts: readonly { readonly versions: readonly string[] }[]): string {
  return contracts
    .flatMap(({ versions }) => versions)
    .toSorted()
    .join(', ')
}

/** Returns the page of the objects that actions and pushes share. */
export function objectsPage(): string {
  return page('Objects', [
    'These objects occur in several actions and pushes. Where `@parley/core/contract` exports a type for an object, it has',
    'the same name. Timestamps are Unix seconds.',
    ...[...namedObjects].flatMap(([name, shape]) => {
      const kind = name.includes('Request') ? 'request' : 'answer'
      return ['', `## ${name}`, '', ...fieldTables(shape, { toReference: '' }, kind)]
    }),
  ])
}
