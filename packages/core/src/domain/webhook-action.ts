/** What webhooks can be registered for (spec configuration.md "Events"). */
export type WebhookAction =
  | 'incoming_chat_thread'
  | 'incoming_event'
  | 'incoming_rich_message_postback'
  | 'last_seen_timestamp_updated'
  | 'thread_closed'
  | 'chat_scopes_updated'
  | 'chat_properties_updated'
  | 'chat_thread_properties_updated'
  | 'chat_users_updated'
  | 'agent_status_changed'
  | 'agent_deleted'
