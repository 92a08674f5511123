import { section } from '../requirement.js'

export const webhookDeliveryRequirements = [
  section('configuration.md "Events", the delivered body', {
    'delivery.webhook_id': 'A string.',
    'delivery.secret_key': 'The registered secret.',
    'delivery.action': 'A string.',
    'delivery.data': 'Payload of the corresponding push.',
    'delivery.additional_data.chat_properties': 'Optional: the properties of the chat.',
  }),
  section('configuration.md "Events", when they fire', {
    'delivery.incoming_chat_thread': 'With the push of the same name.',
    'delivery.incoming_event': 'With the push of the same name.',
    'delivery.incoming_rich_message_postback': 'When a user sends a postback.',
    'delivery.last_seen_timestamp_updated': 'With the push of the same name.',
    'delivery.thread_closed': 'With the push of the same name.',
    'delivery.chat_scopes_updated': 'With the push of the same name.',
    'delivery.chat_properties_updated': 'With the push of the same name.',
    'delivery.chat_thread_properties_updated': 'With the push of the same name.',
    'delivery.chat_users_updated': 'With the push of the same name.',
    'delivery.agent_status_changed': 'When the status of an agent changes: agent_id and status.',
    'delivery.agent_status_changed.status': 'accepting chats, not accepting chats, offline.',
    'delivery.agent_deleted': 'When an agent is deleted: agent_id.',
  }),
  section('configuration.md "Webhook registration", what lets them fire', {
    'delivery.filters': 'All filters must match.',
    'delivery.filters.chat_properties': 'By a property of the chat.',
    'delivery.filters.thread_properties': 'By a property of the thread.',
    'delivery.filters.event_properties': 'By a property of the event.',
    'delivery.filters.exists': 'true: the property exists; false: it does not.',
    'delivery.filters.values': 'The property has one of the values.',
    'delivery.filters.exclude_values': 'The property has none of the values.',
    'delivery.filters.chat_member_ids.agents': 'Matches when all are in the chat.',
    'delivery.filters.chat_member_ids.agents_any': 'Matches when any is in the chat.',
    'delivery.filters.chat_member_ids.agents_exclude': 'Matches when none is in the chat.',
    'delivery.filters.author_type': 'customer or agent.',
  }),
  section('decisions §11, §15, §16.24, deliveries', {
    'decisions.11.post': 'A delivery is a POST of JSON; a 2xx response accepts it.',
    'decisions.11.retry':
      'A failed delivery is sent again after about 5 s, with the same id and the same bytes.',
    'decisions.11.redirects': 'Redirects are not followed.',
    'decisions.11.signature':
      'Deliveries have webhook-id, webhook-timestamp and webhook-signature, signed with the secret_key.',
    'decisions.15.webhook_thread_id': 'The data is the push of the Agent API, with thread_id.',
    'decisions.15.webhook_properties': 'It contains the properties that an agent may read.',
    'decisions.15.members_of_agent_actions':
      'For agent_status_changed and agent_deleted the member is the agent.',
    'decisions.15.every_status': 'agent_status_changed fires on every change, login and logout included.',
    'decisions.15.webhook_postback': 'incoming_rich_message_postback has the shape of the Customer API.',
    'decisions.16.24.versions': 'v0.3 delivers payloads of agent v0.3, which has no rich messages.',
  }),
] as const
