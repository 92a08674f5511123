import { type TSchema, Type } from 'typebox'
import { byVersion, defineAction } from './define.js'
import { boundedString } from './limits.js'
import { id, uuid } from './objects/ids.js'
import { nothing } from './objects/nothing.js'
import {
  additionalData,
  additionalDataRequest,
  newerActionName,
  newerFilters,
  newerFiltersRequest,
  olderActionName,
  olderFilters,
  olderFiltersRequest,
  secretKey,
  secretKeyRequest,
  url,
  urlRequest,
} from './objects/webhooks.js'
import { refusing, refusingWrapped } from './refused.js'

const everywhere = {
  api: 'configuration',
  spec: 'configuration.md "Webhooks"',
  versions: ['v0.3', 'v0.4', 'v0.5'],
  transports: ['web'],
} as const

const idMeaning = 'Id of the webhook.'
const descriptionMeaning = 'Free text that explains the purpose.'

function versioned<Older extends TSchema, Newer extends TSchema>(older: Older, newer: Newer) {
  return byVersion({ 'v0.3': older, 'v0.4': newer, 'v0.5': newer })
}

const registration = {
  url: urlRequest,
  description: Type.Optional(boundedString('nameLength', 0, descriptionMeaning)),
  secret_key: secretKeyRequest,
}

const registered = {
  webhook_id: uuid(idMeaning),
  url,
  description: Type.Optional(Type.String({ description: descriptionMeaning })),
  secret_key: Type.Optional(secretKey),
}

function listOf<Webhook extends TSchema>(webhook: Webhook) {
  return Type.Object({ webhooks_config: Type.Array(webhook, { description: 'The webhooks.' }) })
}

export const registerWebhook = defineAction({
  ...everywhere,
  name: 'webhooks/register_webhook',
  summary:
    'Registers a webhook of the calling app. The version of this request decides which version of the Agent API the payloads follow.',
  scopes: ['webhooks--my:write'],
  request: versioned(
    refusing(
      refusingWrapped(
        Type.Object({
          ...registration,
          action: olderActionName,
          filters: Type.Optional(olderFiltersRequest),
        }),
      ),
      'additional_data',
    ),
    refusingWrapped(
      Type.Object({
        ...{ ...registration, action: newerActionName, filters: Type.Optional(newerFiltersRequest) },
        additional_data: Type.Optional(additionalDataRequest),
      }),
    ),
  ),
  response: Type.Object({ webhook_id: uuid(idMeaning) }),
})

export const getWebhooksConfig = defineAction({
  ...everywhere,
  name: 'webhooks/get_webhooks_config',
  summary:
    'Lists the webhooks of the calling app, in the order of registration. With the scope `webhooks--all:read`, those of other apps are included, without `secret_key`.',
  scopes: ['webhooks--my:read', 'webhooks--all:read'],
  request: refusingWrapped(nothing),
  response: versioned(
    listOf(Type.Object({ ...registered, action: olderActionName, filters: Type.Optional(olderFilters) })),
    listOf(
      Type.Object({
        ...{ ...registered, action: newerActionName, filters: Type.Optional(newerFilters) },
        additional_data: Type.Optional(additionalData),
      }),
    ),
  ),
})

export const unregisterWebhook = defineAction({
  ...everywhere,
  name: 'webhooks/unregister_webhook',
  summary:
    'Removes a webhook of the calling app, or of any app with the scope `webhooks--all:write`. Its pending deliveries are discarded.',
  scopes: ['webhooks--my:write', 'webhooks--all:write'],
  request: refusingWrapped(Type.Object({ webhook_id: id(idMeaning) })),
  response: nothing,
})
