/** Filters of webhooks: those that the older variant also has, and those of the newer variant only. */
export const webhookFilterNames = {
  older: ['chat_properties', 'thread_properties', 'event_properties'],
  newer: ['chat_member_ids', 'author_type'],
} as const

export type WebhookFilterName = (typeof webhookFilterNames)[keyof typeof webhookFilterNames][number]

interface WebhookActionEntry {
  readonly filters: readonly WebhookFilterName[]
  /** Whether the older variant, v0.3, has the action (spec configuration.md "Versioning", decisions §15). */
  readonly isOlder: boolean
  /** Whether a delivery can contain the properties of the chat. */
  readonly hasChat: boolean
}

/** Actions that webhooks can be registered for, and their filters (spec configuration.md "Events"). */
export const webhookActions = {
  incoming_chat_thread: {
    filters: ['chat_properties', 'thread_properties', 'chat_member_ids'],
    ...{ isOlder: true, hasChat: true },
  },
  incoming_event: {
    filters: ['chat_properties', 'event_properties', 'chat_member_ids', 'author_type'],
    ...{ isOlder: true, hasChat: true },
  },
  incoming_rich_message_postback: {
    filters: ['chat_properties', 'event_properties', 'chat_member_ids'],
    ...{ isOlder: false, hasChat: true },
  },
  last_seen_timestamp_updated: {
    filters: ['chat_properties', 'chat_member_ids'],
    ...{ isOlder: true, hasChat: true },
  },
  thread_closed: {
    filters: ['chat_properties', 'thread_properties', 'chat_member_ids'],
    ...{ isOlder: true, hasChat: true },
  },
  chat_scopes_updated: {
    filters: ['chat_properties', 'chat_member_ids'],
    ...{ isOlder: true, hasChat: true },
  },
  chat_properties_updated: {
    filters: ['chat_properties', 'chat_member_ids'],
    ...{ isOlder: true, hasChat: true },
  },
  chat_thread_properties_updated: {
    filters: ['chat_properties', 'chat_member_ids'],
    ...{ isOlder: true, hasChat: true },
  },
  chat_users_updated: {
    filters: ['chat_properties', 'chat_member_ids'],
    ...{ isOlder: true, hasChat: true },
  },
  agent_status_changed: { filters: ['chat_member_ids'], isOlder: false, hasChat: false },
  agent_deleted: { filters: ['chat_member_ids'], isOlder: false, hasChat: false },
} as const satisfies Readonly<Record<string, WebhookActionEntry>>

/** Name of an action that a webhook can be registered for, such as `incoming_event`. */
export type WebhookAction = keyof typeof webhookActions
/** Names of all actions that a webhook can be registered for. */
export const webhookActionNames = Object.keys(webhookActions) as readonly WebhookAction[]

export type OlderWebhookAction = {
  [Name in WebhookAction]: (typeof webhookActions)[Name]['isOlder'] extends true ? Name : never
}[WebhookAction]

export function isOlderWebhookAction(name: WebhookAction): name is OlderWebhookAction {
  return webhookActions[name].isOlder
}

export function isFilteredBy(name: WebhookAction, filter: WebhookFilterName): boolean {
  const { filters }: WebhookActionEntry = webhookActions[name]
  return filters.includes(filter)
}
