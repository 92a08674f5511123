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
    'A webhook is registered by [`register_webhook`](configuration/register_webhook.md), or with a bot by',
    '[`create_bot_agent`](configuration/create_bot_agent.md). What it is told is a `POST` of JSON:',
    '',
    ...fieldTables(deliveryBody(first, false), place, 'answer')
      .filter(isCommon)
      .map((row) => row.replace(`\`"${first}"\``, 'string')),
    '',
    '`data` depends on the action. Webhooks that were registered in v0.3 are sent it as agents see it in v0.3 of the',
    'Agent API, without `additional_data`; all others as in v0.4. Headers are those of Standard Webhooks: `webhook-id`,',
    'the same each time it is sent, `webhook-timestamp` and `webhook-signature`. Any answer but 2xx means that it is sent',
    'again later; 410 disables the webhook.',
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
