import { answeringNothing, within } from './within.js'

const newer = '@v0.4,v0.5'
const property = `type:int|string|bool|tokenized_string description? locations.{chat?:object thread?:object event?:object}
  domain?:boolean|integer|string[] range?.{from?:integer to?:integer}`
const location = 'access.{agent?.{read:boolean write:boolean} customer?.{read:boolean write:boolean}}'
const filters = `chat_properties?:object thread_properties?:object event_properties?:object author_type?:customer|agent${newer}
  chat_member_ids?.{agents?:string[]${newer} agents_any?:string[]${newer} agents_exclude?:string[]${newer}}`
/** The specification does not list `incoming_event` for v0.3; decisions §15 adds it. */
const olderActions = [
  ...['incoming_chat_thread', 'incoming_event', 'last_seen_timestamp_updated', 'thread_closed'],
  ...['chat_scopes_updated', 'chat_properties_updated', 'chat_thread_properties_updated'],
  'chat_users_updated',
].join('|')
const newerActions = `${olderActions}|incoming_rich_message_postback|agent_status_changed|agent_deleted`
const data = `additional_data?:chat_properties[]${newer}`
const webhook = `url description? secret_key filters?:object ${data}
  action:${olderActions}@v0.3 action:${newerActions}${newer}`
const botWebhooks = `url secret_key actions[].{filters?:object ${data}
  name:${olderActions}@v0.3 name:${newerActions}${newer}}`
/** The secret key is not shown to other apps (decisions §8.9). */
const shown = (fields: string) => fields.replace('secret_key', 'secret_key?')
const status = 'accepting+chats|not+accepting+chats|offline'
const groups = '{id:integer priority:first|normal|last}'
const botSettings = `avatar? max_chats_count?:integer groups?[].${groups} webhooks?:object`
const listedBot = `id name avatar? status:${status}`

export const configurationFields = {
  ...within('configuration.md "Bot agent"', {
    webhooks: shown(botWebhooks),
    'webhooks request': botWebhooks,
  }),
  ...within('configuration.md "Bot agents"', {
    'agents/create_bot_agent request': `name status:${status} ${botSettings}`,
    'agents/create_bot_agent response': 'bot_agent_id',
    'agents/remove_bot_agent request': 'bot_agent_id',
    'agents/update_bot_agent request': `id name? status?:${status} ${botSettings}`,
    'agents/get_bot_agents request': 'all?:boolean',
    'agents/get_bot_agents response': `bot_agents[].{${listedBot}}`,
    'agents/get_bot_agent_details request': 'bot_agent_id',
    'agents/get_bot_agent_details response': `bot_agent.{${listedBot} application.client_id
      max_chats_count:integer groups[].${groups} webhooks?:object}`,
    ...answeringNothing('agents/remove_bot_agent', 'agents/update_bot_agent'),
  }),
  ...within('configuration.md "Webhook registration"', { filters, 'filters request': filters }),
  ...within('configuration.md "Webhooks"', {
    'webhooks/register_webhook request': webhook,
    'webhooks/register_webhook response': 'webhook_id:uuid',
    'webhooks/get_webhooks_config request': '',
    'webhooks/get_webhooks_config response': `webhooks_config[].{webhook_id:uuid ${shown(webhook)}}`,
    'webhooks/unregister_webhook request': 'webhook_id',
    ...answeringNothing('webhooks/unregister_webhook'),
  }),
  [`configuration.md "Property configuration"${newer}`]: property,
  [`configuration.md "Property configuration" request${newer}`]: property,
  ...within('configuration.md "Property configuration"', {
    [`location${newer}`]: location,
    [`location request${newer}`]: location,
  }),
  ...within('configuration.md "Properties"', {
    [`properties/create_properties request${newer}`]: '',
    [`properties/create_properties response${newer}`]: '',
    [`properties/get_property_configs request${newer}`]: 'all?:boolean',
    [`properties/get_property_configs response${newer}`]: '',
  }),
}
