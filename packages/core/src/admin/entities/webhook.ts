import type { WebhookAction } from '../../contract/webhook-actions.js'
import type { PropertyFilter as StoredPropertyFilter } from '../../model/property-filter.js'
import type {
  Webhook as StoredWebhook,
  WebhookFilters as StoredWebhookFilters,
  WebhookVersion,
} from '../../model/webhook.js'
import { dateOrNull } from './dates.js'

/** A registered address that is called when something happens in a license. */
export interface Webhook {
  /** Unique over all licenses. */
  readonly id: string
  readonly licenseId: number
  /** The app that owns the webhook. It is deleted with the app. */
  readonly clientId: string
  /** Version of the Configuration API in whose format deliveries are sent. */
  readonly version: WebhookVersion
  readonly url: string
  readonly description: string | null
  /** Name of the push that is delivered. */
  readonly action: WebhookAction
  /** Conditions that all have to match; `null` when everything is delivered. */
  readonly filters: WebhookFilters | null
  /** Data to send besides the push: `chat_properties` adds the properties of the chat. */
  readonly additionalData: readonly 'chat_properties'[]
  readonly createdAt: Date
  /**
   * When the webhook was disabled, because its destination answered 410 or too many deliveries waited for it; `null`
   * while it is enabled.
   */
  readonly disabledAt: Date | null
}

/** Conditions of a webhook. All of them have to match. */
export interface WebhookFilters {
  /** Conditions on properties of the chat. */
  readonly chatProperties: readonly PropertyFilter[]
  /** Conditions on properties of the thread. */
  readonly threadProperties: readonly PropertyFilter[]
  /** Conditions on properties of the event. */
  readonly eventProperties: readonly PropertyFilter[]
  /** Condition on the agents of the chat; `null` when there is none. */
  readonly members: MemberFilter | null
  /** Kind of user that wrote the event; `null` when it does not matter. */
  readonly authorType: 'agent' | 'customer' | null
}

/** A condition on one property. */
export type PropertyFilter = { readonly namespace: string; readonly name: string } & (
  | { readonly type: 'exists'; readonly exists: boolean }
  | {
      /** `values`: one of them matches. `exclude_values`: none of them matches. */
      readonly type: 'values' | 'exclude_values'
      readonly values: readonly (string | number | boolean)[]
    }
)

/** A condition on the agents of a chat: all of these, any of these, or none of these are in it. */
export interface MemberFilter {
  readonly type: 'agents' | 'agents_any' | 'agents_exclude'
  readonly agentIds: readonly string[]
}

/** Returns the webhook as `admin` shows it: without its secret key. */
export function toWebhook(webhook: StoredWebhook): Webhook {
  const { id, licenseId, clientId, version, url, description, action, filters, additionalData } = webhook
  return {
    ...{ id, licenseId, clientId, version, url, description, action, additionalData },
    filters: filters && toFilters(filters),
    createdAt: new Date(webhook.createdAt),
    disabledAt: dateOrNull(webhook.disabledAt),
  }
}

function toFilters({
  chatProperties,
  threadProperties,
  eventProperties,
  ...others
}: StoredWebhookFilters): WebhookFilters {
  return {
    chatProperties: chatProperties.map(toPropertyFilter),
    threadProperties: threadProperties.map(toPropertyFilter),
    eventProperties: eventProperties.map(toPropertyFilter),
    ...others,
  }
}

function toPropertyFilter(filter: StoredPropertyFilter): PropertyFilter {
  const { namespace, name, type } = filter
  return type === 'exists'
    ? { namespace, name, type, exists: filter.exists }
    : { namespace, name, type, values: filter.values }
}
