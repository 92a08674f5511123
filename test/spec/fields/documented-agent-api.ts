import { answeringNothing, within } from './within.js'

const filter = 'exists?:boolean values?:boolean|integer|string[] exclude_values?:boolean|integer|string[]'
/** The value `web` is an addition of Parley. */
const platform = 'platform:ios|android@v0.3 platform:ios|android|web@v0.4'
const chat = 'chat.{id:uuid users:object[] properties?:object}'
const scopes = '{groups?:integer[] agents?:string[]@v0.3}'
const multicast = 'scopes.{agents?.{all?:boolean ids?:string[] groups?:integer[]} customers?.ids?:string[]}'
const urlRules = (match: string) => `customer_url?.{values?[].{${match}} exclude_values?[].{${match}}}`

export const agentApiFields = {
  ...within('chat.md "Agent API actions"', {
    'login request': `token reconnect?:boolean push_notifications?.{push_service_token? ${platform}}
      application?.{name? version?}`,
    'login response': 'license:object my_profile:object chats_summary:object[]',
    'get_archives request': `filters?.{query? date_from? date_to? agent_ids?:string[] team_ids?:integer[] properties?:object}
      pagination?.{page?:integer limit?:integer}`,
    /** The response to a request with `page_id`, which Parley adds, has no page number. */
    'get_archives response':
      'chats[].chat.{id:uuid users:object[] properties?:object thread:object} pagination.{page:integer@v0.3 page?:integer@v0.4 total:integer}',
    'filter of a property': filter,
    'filter of a property request': filter,
    'get_filtered_chats request': 'filters?.{include_active?:boolean properties?:object}',
    'get_filtered_chats response': 'chats_summary:object[]',
    'get_chat_threads request': 'chat_id thread_ids?:string[]',
    'get_chat_threads response': `${chat} chat.{scopes:object properites?:object threads?:object[]
      threads_summary[].{thread_id:uuid order:integer}}`,
    'start_chat request': `chat?.{properties?:object thread?.{events?:object[] properties?:object
      scopes?.{groups?:integer[]@v0.3 agents?:string[]@v0.3}}}`,
    'start_chat response': `${chat} chat.thread:object`,
    'join_chat request': 'chat_id agent_ids:string[]',
    'remove_from_chat request': 'chat_id agent_ids?:string[]',
    'send_event request': 'chat_id event:object',
    'send_event response': 'thread_id:uuid event:object',
    'multicast request@v0.4': `${multicast} content:any`,
    'multicast response@v0.4': '',
    'send_typing_indicator request': 'chat_id recipients?:all|agents is_typing:boolean',
    'ban_customer request': 'customer_id ban:object',
    'close_thread request': 'chat_id',
    'update_chat_scopes request': `chat_id add_scopes?.${scopes} remove_scopes?.${scopes}`,
    'update_agent request': 'agent_id? routing_status:accepting_chats|not_accepting_chats',
    'change_push_notifications request': `push_service_token ${platform} enabled:boolean`,
    'update_chat_properties request': 'chat_id properties:object',
    'update_chat_thread_properties request': 'chat_id thread_id properties:object',
    'update_last_seen_timestamp request': 'chat_id timestamp?:integer',
    'update_last_seen_timestamp response': 'timestamp:unixtime',
    'add_auto_chat_scopes request': `scopes.groups?:integer[] description?
      rules.{chat_properties?:object ${urlRules('value exact_match?:boolean')}}`,
    'add_auto_chat_scopes response': 'auto_chat_scopes_id:uuid',
    'remove_auto_chat_scopes request': 'auto_chat_scopes_id',
    'get_auto_chat_scopes_config request': '',
    'get_auto_chat_scopes_config response': `auto_chat_scopes_config[].{id:uuid description? scopes:object
      rules.{chat_properties?:object ${urlRules('value exact_match:boolean')}}}`,
    'upload_image request': 'image:file',
    'upload_image response': 'url path',
    ...answeringNothing(
      ...['join_chat', 'remove_from_chat', 'send_typing_indicator', 'ban_customer', 'close_thread'],
      ...['update_chat_scopes', 'update_agent', 'change_push_notifications', 'update_chat_properties'],
      ...['update_chat_thread_properties', 'remove_auto_chat_scopes'],
    ),
  }),
  ...within('chat.md "Agent API pushes"', {
    incoming_chat_thread: `${chat} chat.thread:object`,
    chat_users_updated: `chat_id:uuid updated_users.{
      customers.{added:object[] removed_ids:uuid[]} agents.{added:object[] removed_ids:string[]}}`,
    incoming_event: 'chat_id:uuid event:object',
    'incoming_multicast@v0.4': 'author_id content:any',
    incoming_typing_indicator: 'chat_id:uuid typing_indicator:object',
    incoming_sneak_peek: 'chat_id:uuid sneak_peek:object',
    customer_banned: 'customer_id:uuid ban:object',
    thread_closed: 'chat_id:uuid thread_id:uuid user_id?',
    chat_scopes_updated: 'chat_id:uuid scopes_added.groups:integer[] scopes_removed.groups:integer[]',
    customer_updated: 'chat_id:uuid customer:object',
    agent_updated: 'agent_id routing_status:accepting_chats|not_accepting_chats',
    agent_disconnected:
      'reason:access_token_revoked|license_expired|agent_deleted|logged_out_remotely|unsupported_version',
    chat_properties_updated: 'chat_id:uuid properties:object',
    chat_thread_properties_updated: 'chat_id:uuid thread_id:uuid properties:object',
    last_seen_timestamp_updated: 'user_id chat_id:uuid timestamp:unixtime',
  }),
  ...within('chat.md "Versioning"', {
    'send_broadcast request@v0.3': 'scopes.{agents?:string[] groups?:integer[]} content:any',
    'send_broadcast response@v0.3': '',
    'incoming_broadcast@v0.3': 'author_id content:any',
  }),
}
