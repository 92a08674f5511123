import { Type } from 'typebox'
import { boundedArray, boundedString } from '../../contract/limits.js'
import { newerActionName, secretKeyRequest, urlRequest } from '../../contract/objects/webhooks.js'
import type { WebhookAction } from '../../contract/webhook-actions.js'
import type { WebhookVersion } from '../../model/webhook.js'
import type { MemberFilter, PropertyFilter } from '../entities/webhook.js'
import { type PageInput, pageProperties } from './page.js'
import { createSchema, id, licenseId, nullable } from './schema.js'

/** Fields of a new webhook. */
export interface CreateWebhookInput {
  readonly licenseId: number
  /** The app that owns the webhook. It is deleted with the app. */
  readonly clientId: string
  /** Address that deliveries are sent to, by HTTP or HTTPS. It has to be public. */
  readonly url: string
  /** Secret that deliveries contain and are signed with. After `whsec_` it is 24 to 64 bytes as base64. */
  readonly secretKey: string
  /** Name of the push that is delivered. */
  readonly action: WebhookAction
  /** Purpose of the webhook, in words. Default: none. */
  readonly description?: string
  /** Conditions that all have to match. Default: everything is delivered. */
  readonly filters?: WebhookFiltersInput
  /** Data to send besides the push: `chat_properties` adds the properties of the chat. Default: nothing. */
  readonly additionalData?: readonly 'chat_properties'[]
  /** Version of the Configuration API in whose format deliveries are sent. Default: the newest. */
  readonly version?: WebhookVersion
}

/** The fields of a webhook to change. Fields that are left out stay as they are. */
export interface UpdateWebhookInput {
  /** Address that deliveries are sent to, by HTTP or HTTPS. It has to be public. */
  readonly url?: string
  /** Secret that deliveries contain and are signed with. After `whsec_` it is 24 to 64 bytes as base64. */
  readonly secretKey?: string
  /** Name of the push that is delivered. */
  readonly action?: WebhookAction
  /** Purpose of the webhook, in words; `null` for no description. */
  readonly description?: string | null
  /** Conditions that all have to match, in place of the present ones; `null` for none. */
  readonly filters?: WebhookFiltersInput | null
  /** Data to send besides the push, in place of the present data. */
  readonly additionalData?: readonly 'chat_properties'[]
}

/** Conditions of a webhook, without those that do not matter. */
export interface WebhookFiltersInput {
  /** Conditions on properties of the chat. */
  readonly chatProperties?: readonly PropertyFilter[]
  /** Conditions on properties of the thread. */
  readonly threadProperties?: readonly PropertyFilter[]
  /** Conditions on properties of the event. */
  readonly eventProperties?: readonly PropertyFilter[]
  /** Condition on the agents of the chat; `null` for none. */
  readonly members?: MemberFilter | null
  /** Kind of user that wrote the event; `null` when it does not matter. */
  readonly authorType?: 'agent' | 'customer' | null
}

/** License whose webhooks are listed, and the page. */
export interface ListWebhooksInput extends PageInput {
  readonly licenseId: number
  /** Only webhooks of this app. Default: all of the license. */
  readonly clientId?: string
}

/** License whose dead letters are listed, and the page. */
export interface ListFailedDeliveriesInput extends PageInput {
  readonly licenseId: number
  /** Only deliveries of this webhook or bot. Default: all of the license. */
  readonly webhookId?: string
}

/** Webhook whose attempts are listed, and the page. */
export interface ListAttemptsInput extends PageInput {
  /** Id of the webhook, or of the bot whose webhooks these are. */
  readonly webhookId: string
}

const closed = { additionalProperties: false } as const
const value = Type.Union([Type.Number(), boundedString('propertyValueLength'), Type.Boolean()])
const named = { namespace: id, name: id }
const propertyFilter = Type.Union([
  Type.Object({ ...named, type: Type.Literal('exists'), exists: Type.Boolean() }, closed),
  Type.Object(
    {
      ...named,
      type: Type.Union([Type.Literal('values'), Type.Literal('exclude_values')]),
      values: Type.Immutable(boundedArray(value, 'filterValueCount', 1)),
    },
    closed,
  ),
])
const propertyFilters = Type.Optional(Type.Immutable(Type.Array(propertyFilter)))
const members = Type.Object(
  {
    type: Type.Union([Type.Literal('agents'), Type.Literal('agents_any'), Type.Literal('agents_exclude')]),
    agentIds: Type.Immutable(boundedArray(id, 'idCount')),
  },
  closed,
)
const filters = createSchema<WebhookFiltersInput>()({
  chatProperties: propertyFilters,
  threadProperties: propertyFilters,
  eventProperties: propertyFilters,
  members: Type.Optional(nullable(members)),
  authorType: Type.Optional(nullable(Type.Union([Type.Literal('agent'), Type.Literal('customer')]))),
})
const additionalData = Type.Immutable(boundedArray(Type.Literal('chat_properties'), 'webhookActionCount'))
const description = boundedString('nameLength')

export const createWebhook = createSchema<CreateWebhookInput>()({
  licenseId,
  clientId: id,
  url: urlRequest,
  secretKey: secretKeyRequest,
  action: newerActionName,
  description: Type.Optional(description),
  filters: Type.Optional(filters),
  additionalData: Type.Optional(additionalData),
  version: Type.Optional(Type.Union([Type.Literal('v0.3'), Type.Literal('v0.4'), Type.Literal('v0.5')])),
})

export const updateWebhook = createSchema<UpdateWebhookInput>()({
  url: Type.Optional(urlRequest),
  secretKey: Type.Optional(secretKeyRequest),
  action: Type.Optional(newerActionName),
  description: Type.Optional(nullable(description)),
  filters: Type.Optional(nullable(filters)),
  additionalData: Type.Optional(additionalData),
})

export const listWebhooks = createSchema<ListWebhooksInput>()({
  licenseId,
  clientId: Type.Optional(id),
  ...pageProperties,
})
export const listFailedDeliveries = createSchema<ListFailedDeliveriesInput>()({
  licenseId,
  webhookId: Type.Optional(id),
  ...pageProperties,
})
export const listAttempts = createSchema<ListAttemptsInput>()({ webhookId: id, ...pageProperties })
