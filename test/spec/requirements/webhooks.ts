import { section } from '../requirement.js'

export const webhookRequirements = [
  section('configuration.md "Webhook registration"', {
    'webhook.webhook_id': 'A string, assigned on registration.',
    'webhook.url': 'A string, required: destination URL.',
    'webhook.description': 'A string, optional.',
    'webhook.action': 'A string, required: one of the actions of "Events".',
    'webhook.secret_key': 'A string, required.',
    'webhook.filters': 'An object, optional.',
    'webhook.additional_data': 'An array of strings, optional, in the newer variant: chat_properties.',
    'webhook.filters.chat_properties': 'By namespace, name and filter type.',
    'webhook.filters.thread_properties': 'By namespace, name and filter type.',
    'webhook.filters.event_properties': 'By namespace, name and filter type.',
    'webhook.filters.filter_type': 'Exactly one of exists, values and exclude_values per property.',
    'webhook.filters.exists': 'A boolean.',
    'webhook.filters.values': 'An array of the type of the property.',
    'webhook.filters.exclude_values': 'An array of the type of the property.',
    'webhook.filters.chat_member_ids':
      'Only one of its keys agents, agents_any and agents_exclude, each an array of strings; in the newer variant.',
    'webhook.filters.author_type': 'customer or agent, only for incoming_event; in the newer variant.',
  }),
  section('configuration.md "Endpoints", webhooks', {
    'configuration.register_webhook': 'webhooks/register_webhook answers webhook_id.',
    'configuration.register_webhook.permission.webhooks--my:write': 'Is needed.',
    'configuration.get_webhooks_config':
      'webhooks/get_webhooks_config: webhooks_config, of each id, url, description, action, secret_key and filters.',
    'configuration.get_webhooks_config.request': 'An empty object.',
    'configuration.get_webhooks_config.permission.webhooks--my:read': 'Suffices for the own.',
    'configuration.get_webhooks_config.permission.webhooks--all:read': 'Shows those of the license.',
    'configuration.unregister_webhook': 'webhooks/unregister_webhook removes it; an empty object.',
    'configuration.unregister_webhook.request.webhook_id': 'A string, required.',
    'configuration.unregister_webhook.permission.webhooks--my:write': 'Suffices for the own.',
    'configuration.unregister_webhook.permission.webhooks--all:write': 'Is needed for any.',
  }),
  section('configuration.md "Events", what is registered', {
    'webhook.actions.incoming_chat_thread': 'By chat_properties, thread_properties, chat_member_ids.',
    'webhook.actions.incoming_event':
      'By chat_properties, event_properties, chat_member_ids and author_type.',
    'webhook.actions.incoming_rich_message_postback':
      'By chat_properties, event_properties, chat_member_ids.',
    'webhook.actions.last_seen_timestamp_updated': 'By chat_properties and chat_member_ids.',
    'webhook.actions.thread_closed': 'By chat_properties, thread_properties, chat_member_ids.',
    'webhook.actions.chat_scopes_updated': 'By chat_properties and chat_member_ids.',
    'webhook.actions.chat_properties_updated': 'By chat_properties and chat_member_ids.',
    'webhook.actions.chat_thread_properties_updated': 'By chat_properties and chat_member_ids.',
    'webhook.actions.chat_users_updated': 'By chat_properties and chat_member_ids.',
    'webhook.actions.agent_status_changed': 'By chat_member_ids.',
    'webhook.actions.agent_deleted': 'By chat_member_ids.',
    'webhook.actions.additional_data':
      'chat_properties for every action but agent_status_changed and agent_deleted.',
    'webhook.older.actions':
      'The older variant lacks incoming_rich_message_postback, agent_status_changed and agent_deleted.',
    'webhook.older.filters': 'The older variant has chat_properties, thread_properties, event_properties.',
    'webhook.older.additional_data': 'The older variant has no additional_data.',
  }),
  section('decisions §8.9', {
    'decisions.8.9.encrypted':
      'With encryptionKeys a secret_key is stored encrypted, and shown as it was given.',
    'decisions.8.9.anew': 'What is not under the first of the keys is encrypted anew.',
    'decisions.8.9.missing': 'An engine that lacks a key that is needed does not start, and names it.',
    'decisions.8.9.clear': 'Without keys it warns once, and they are stored in clear.',
  }),
  section('decisions §1.2, §8, §11, §13, §15, webhooks', {
    'decisions.1.2.webhook_id': 'A UUID of version 7.',
    'decisions.8.1.webhooks': 'In v0.3, v0.4 and v0.5, and without a version in v0.5.',
    'decisions.8.webhooks_per_app': '50 webhooks an app, 200 a license.',
    'decisions.8.wrong_filter': 'A filter or datum that the action does not have is named.',
    'decisions.11.url':
      'An address that is not public is refused, unless webhooks.allowPrivateTargets is set.',
    'decisions.11.whsec': 'A key that begins with whsec_ goes on in base64.',
    'decisions.13.webhook_url': '2,048 characters.',
    'decisions.13.webhook_bytes': '16 KiB as JSON a webhook.',
    'decisions.15.get_webhooks_config': 'It also returns additional_data.',
    'decisions.15.older_incoming_event': 'The older variant includes incoming_event.',
  }),
] as const
