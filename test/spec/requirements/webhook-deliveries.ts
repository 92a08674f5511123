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
    'delivery.incoming_rich_message_postback': 'When a rich message is answered.',
    'delivery.last_seen_timestamp_updated': 'With the push of the same name.',
    'delivery.thread_closed': 'With the push of the same name.',
    'delivery.chat_scopes_updated': 'With the push of the same name.',
    'delivery.chat_properties_updated': 'With the push of the same name.',
    'delivery.chat_thread_properties_updated': 'With the push of the same name.',
    'delivery.chat_users_updated': 'With the push of the same name.',
    'delivery.agent_status_changed': "When an agent's status changes: agent_id and status.",
    'delivery.agent_status_changed.status': 'accepting chats, not accepting chats, offline.',
    'delivery.agent_deleted': 'When an agent is deleted: agent_id.',
  }),
  section('configuration.md "Webhook registration", what lets them fire', {
    'delivery.filters.chat_properties': 'The filters match.',
    'delivery.filters.chat_member_ids.agents': 'If all are in the chat.',
    'delivery.filters.chat_member_ids.agents_any': 'If any is in the chat.',
    'delivery.filters.chat_member_ids.agents_exclude': 'Not if any is in the chat.',
    'delivery.filters.author_type': 'customer or agent.',
  }),
  section('decisions §11, §15, §16.24, deliveries', {
    'decisions.11.post': 'POST, JSON; done by 2xx.',
    'decisions.11.retry': 'What fails is tried again after about 5 s, by the same id and with equal bytes.',
    'decisions.11.redirects': 'Redirects are not followed.',
    'decisions.11.signature': 'webhook-id, webhook-timestamp and webhook-signature, of the secret_key.',
    'decisions.15.webhook_thread_id': 'The Agent API push plus thread_id.',
    'decisions.15.webhook_postback': 'incoming_rich_message_postback has the shape of the Customer API.',
    'decisions.16.24.versions': 'v0.3 registers payloads of agent v0.3, which has no rich messages.',
  }),
] as const
