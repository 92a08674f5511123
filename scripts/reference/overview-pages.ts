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
    'Every action and push of the three APIs. Each page has its fields, the errors it can answer, and an example that',
    'an engine was asked and has answered, in all ways in which it can be called. How to begin is in',
    '[the first message](../guides/the-first-message.md), what a client does with pushes in',
    '[keeping a client current](../guides/keeping-current.md), and what integrations build on in',
    '[a bot in ten minutes](../guides/a-bot-in-ten-minutes.md) and',
    '[webhooks you can trust](../guides/webhooks-you-can-trust.md); the same contract for tools is in `docs/openapi` and',
    '`docs/asyncapi`, a file for each version of each API. [Objects](objects.md) that several of them share have a page',
    'of their own, and so have [errors](../errors.md), [scopes](scopes.md) and what [webhooks](webhooks.md) are sent. What the host',
    'does in process is [parley.admin](admin.md).',
    '',
    '## What all requests share',
    '',
    '- Over HTTP the body of a request to the Customer API and the Agent API is `{"payload": {…}}`, and the body of the answer is',
    '  the payload itself, `{}` where there is none. To the Configuration API the body is the payload itself in both directions.',
    '- In real time requests, answers and pushes all have a `payload`.',
    '- A field that is not required may be left out, or be `null`, which means the same.',
    '- On the connection that made a request, the push that answers it has its `request_id`. Where the request changes',
    '  nothing, that connection gets the push, and nobody else does.',
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
            ['Push', 'Versions', 'What has happened'],
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
    'What several actions and pushes share, by the names that their types have in `@parley/core/contract` where they',
    'have one there. Timestamps are Unix seconds.',
    ...[...namedObjects].flatMap(([name, shape]) => {
      const kind = name.includes('Request') ? 'request' : 'answer'
      return ['', `## ${name}`, '', ...fieldTables(shape, { toReference: '' }, kind)]
    }),
  ])
}
