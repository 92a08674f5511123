import type { Api, ApiVersion } from '../../packages/core/src/contract/versions.js'
import {
  isOlderWebhookAction,
  type WebhookAction,
  webhookActionNames,
} from '../../packages/core/src/contract/webhook-actions.js'
import { deliveryBody, webhookDeliveries } from '../../packages/core/src/contract/webhook-deliveries.js'
import { type JsonSchema, jsonSchema, openApiDialect, titleOf } from './json-schema.js'

/** Returns `webhooks` of an OpenAPI document: the requests that are sent to addresses registered in that version. */
export function webhooksOf(api: Api, version: ApiVersion): JsonSchema | undefined {
  if (api !== 'configuration') return undefined
  const isOlder = version === 'v0.3'
  const actions = webhookActionNames.filter((action) => !isOlder || isOlderWebhookAction(action))
  return Object.fromEntries(actions.map((action) => [action, { post: delivery(action, isOlder) }]))
}

function delivery(action: WebhookAction, isOlder: boolean): JsonSchema {
  const place = { dialect: openApiDialect, title: titleOf(action, 'delivery'), part: 'answer' } as const
  const schema = jsonSchema(deliveryBody(action, isOlder), place)
  return {
    operationId: `${action}_webhook`,
    summary: action,
    description: webhookDeliveries[action].summary,
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'The delivery is accepted.' },
      410: { description: 'Disables the webhook, so that nothing more is sent to this address.' },
      default: { description: 'The delivery failed and is retried later.' },
    },
  }
}

/** Headers of Standard Webhooks (decisions §11). */
const headers: readonly JsonSchema[] = [
  header('webhook-id', 'Id of the delivery, the same for every attempt.'),
  header('webhook-timestamp', 'When it was sent, in Unix seconds.'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256, in base64, of `<webhook-id>.<webhook-timestamp>.<body>` with the secret key. For a key that begins with `whsec_`, the rest of the key is decoded from base64 first.',
  ),
]

function header(name: string, description: string): JsonSchema {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}
