import {
  isOlderWebhookAction,
  type WebhookAction,
  webhookActionNames,
  webhookActions,
} from '../../packages/core/src/contract/webhook-actions.js'
import { deliveryBody, webhookDeliveries } from '../../packages/core/src/contract/webhook-deliveries.js'
import { page, table } from '../markdown.js'
import { fieldTables, type Place } from './field-tables.js'

const place: Place = { toReference: '' }

/** Returns the page of the webhook actions and their payloads. */
export function webhooksPage(): string {
  const [first] = webhookActionNames
  if (first === undefined) throw new TypeError('there is nothing to register a webhook for')
  return page('Webhooks', [
    'Register a webhook with [`register_webhook`](configuration/register_webhook.md), or together with a bot with',
    '[`create_bot_agent`](configuration/create_bot_agent.md). Each delivery is a `POST` request with this JSON body:',
    '',
    ...fieldTables(deliveryBody(first, false), place, 'answer')
      .filter(isCommon)
      .map((row) => row.replace(`\`"${first}"\``, 'string')),
    '',
    '`data` depends on the action. For webhooks that were registered in v0.3 it has the format of v0.3 of the Agent API,',
    'without `additional_data`. For all other webhooks it has the format of v0.4.',
    '',
    'The headers follow Standard Webhooks: `webhook-id` (the same for every attempt of a delivery), `webhook-timestamp` and',
    '`webhook-signature`. A 2xx response accepts the delivery, and 410 disables the webhook. After any other response the',
    'delivery is retried later.',
    '',
    ...table(
      ['Action', 'Versions', 'Filters', 'When'],
      webhookActionNames.map((action) => actionRow(action)),
    ),
    ...webhookActionNames.flatMap(dataSection),
  ])
}

function actionRow(action: WebhookAction): readonly string[] {
  const filters = webhookActions[action].filters.map((filter) => `\`${filter}\``).join(', ')
  const versions = isOlderWebhookAction(action) ? 'v0.3, v0.4, v0.5' : 'v0.4, v0.5'
  return [`[\`${action}\`](#${action})`, versions, filters, webhookDeliveries[action].summary]
}

function dataSection(action: WebhookAction): readonly string[] {
  const tables = fieldTables(webhookDeliveries[action].data, place, 'answer')
  return ['', `## ${action}`, '', ...tables]
}

/** Returns whether a row is the same for every action. */
function isCommon(row: string): boolean {
  return !row.startsWith('| `data.')
}
