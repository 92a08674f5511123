import { section } from '../requirement.js'

export const webhookRequirements = [
  section('configuration.md "Webhook registration"', {
    'webhook.webhook_id': 'A string, assigned on registration.',
    'webhook.url': 'A string, required: destination URL.',
    'webhook.description': 'A string, optional.',
    'webhook.action': 'A string, required: one of the actions of "Events".',
    'webhook.secret_key': 'A string, required.',
    'webhook.filters': 'An object, optional.',
    'webhook.additional_data': 'An array of strings, optional, in newer versions: chat_properties.',
    'webhook.filters.chat_properties': 'By namespace, name and filter type.',
    'webhook.filters.thread_properties': 'By namespace, name and filter type.',
    'webhook.filters.event_properties': 'By namespace, name and filter type.',
    'webhook.filters.filter_type': 'Exactly one of exists, values and exclude_values per property.',
    'webhook.filters.exists': 'A boolean.',
    'webhook.filters.values': 'An array of the type of the property.',
    'webhook.filters.exclude_values': 'An array of the type of the property.',
    'webhook.filters.chat_member_ids':
      'Only one of the keys agents, agents_any and agents_exclude, each an array of strings; in newer versions.',
    'webhook.filters.author_type': 'customer or agent, only for incoming_event; in newer versions.',
  }),
  section('configuration.md "Endpoints", webhooks', {
    'configuration.register_webhook': 'webhooks/register_webhook returns webhook_id.',
    'configuration.register_webhook.permission.webhooks--my:write': 'The scope is required.',
    'configuration.get_webhooks_config':
      'webhooks/get_webhooks_config returns webhooks_config, with id, url, description, action, secret_key and filters of each webhook.',
    'configuration.get_webhooks_config.request': 'An empty object.',
    'configuration.get_webhooks_config.permission.webhooks--my:read':
      'The scope is enough for those of the app.',
    'configuration.get_webhooks_config.permission.webhooks--all:read':
      'The scope shows all webhooks of the license.',
    'configuration.unregister_webhook':
      'webhooks/unregister_webhook removes the webhook and returns an empty object.',
    'configuration.unregister_webhook.request.webhook_id': 'A string, required.',
    'configuration.unregister_webhook.permission.webhooks--my:write':
      'The scope is enough for those of the app.',
    'configuration.unregister_webhook.permission.webhooks--all:write':
      'The scope is required for those of other apps.',
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
      'chat_properties for every action except agent_status_changed and agent_deleted.',
    'webhook.older.actions':
      'v0.3 lacks incoming_rich_message_postback, agent_status_changed and agent_deleted.',
    'webhook.older.filters': 'v0.3 has the filters chat_properties, thread_properties and event_properties.',
    'webhook.older.additional_data': 'v0.3 has no additional_data.',
  }),
  section('decisions §8.9', {
    'decisions.8.9.encrypted': 'With encryptionKeys a secret_key is stored encrypted, and shown unchanged.',
    'decisions.8.9.encrypted_again':
      'Secret keys that are not encrypted with the first key are encrypted again.',
    'decisions.8.9.missing': 'An engine without a required key does not start, and the error names the key.',
    'decisions.8.9.plain_text': 'Without keys the engine warns once, and stores secret keys in plain text.',
  }),
  section('decisions §1.2, §8, §11, §13, §15, webhooks', {
    'decisions.1.2.webhook_id': 'The id of a webhook is a UUIDv7.',
    'decisions.8.1.webhooks': 'The endpoints exist in v0.3, v0.4 and v0.5, and without a version mean v0.5.',
    'decisions.8.webhooks_per_app': 'An app can have at most 50 webhooks, and a license 200.',
    'decisions.8.wrong_filter': 'The error names a filter or additional data that the action does not have.',
    'decisions.11.url':
      'An address that is not public is refused unless webhooks.allowPrivateTargets is set.',
    'decisions.11.whsec': 'A key that begins with whsec_ continues in base64.',
    'decisions.13.webhook_url': 'An address has at most 2,048 characters.',
    'decisions.13.webhook_bytes': 'A webhook has at most 16 KiB as JSON.',
    'decisions.15.get_webhooks_config': 'The response also contains additional_data.',
    'decisions.15.older_incoming_event': 'v0.3 includes incoming_event.',
  }),
] as const
