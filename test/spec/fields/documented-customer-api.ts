import { answeringNothing, within } from './within.js'

const details = (page: string) => `name? email? fields?:map monitoring?.{page?.{${page}} timezone?}`
const reasons = 'customer_banned|too_many_connections|license_not_found|internal_error'
const chat = 'chat.{id:uuid users:object[] properties?:object scopes:object}'

export const customerApiFields = {
  ...within('chat.md "Customer API actions"', {
    'login request': `token customer?.{${details('url title? referrer?')}}`,
    'login response': 'customer_id:uuid static_config_path',
    'get_chats_summary request': 'offset?:integer limit?:integer',
    'get_chats_summary response': 'chats_summary:object[] total_chats:integer',
    'get_chat_threads request': 'chat_id thread_ids:string[]',
    'get_chat_threads response': `${chat} chat.threads:object[]`,
    'get_chat_threads_summary request': 'chat_id offset?:integer limit?:integer',
    'get_chat_threads_summary response':
      'threads_summary[].{id:uuid order:integer total_events:integer} total_threads:integer',
    'start_chat request':
      'chat?.{scopes?.groups?:integer[] properties?:object thread?.{events?:object[] properties?:object}}',
    'start_chat response': `${chat} chat.thread:object`,
    'send_event request': 'chat_id event:object',
    'send_event response': 'thread_id:uuid event:object',
    'send_file request': 'chat_id custom_id file:file',
    'send_file response': 'url',
    'send_rich_message_postback request@v0.5': 'chat_id thread_id event_id postback.{id toggled:boolean}',
    'send_rich_message_postback response@v0.5': '',
    'send_sneak_peek request': 'chat_id sneak_peek_text',
    'close_thread request': 'chat_id thread_id?',
    'update_chat_scopes request': 'chat_id add_scopes?.groups?:integer[] remove_scopes?.groups?:integer[]',
    'update_customer request': details('url title?'),
    'update_customer response': 'customer:object',
    'update_chat_properties request': 'chat_id properties:object',
    'update_chat_thread_properties request': 'chat_id thread_id properties:object',
    'update_last_seen_timestamp request': 'chat_id@v0.4,v0.5 timestamp?:integer',
    'update_last_seen_timestamp response': 'timestamp:unixtime',
    ...answeringNothing(
      ...['send_sneak_peek', 'close_thread', 'update_chat_scopes', 'update_chat_properties'],
      'update_chat_thread_properties',
    ),
  }),
  ...within('chat.md "Customer API pushes"', {
    incoming_chat_thread: `${chat} chat.thread:object`,
    chat_users_updated: 'chat_id:uuid updated_users.{added:object[] removed_ids:string[]}',
    incoming_event: 'chat_id:uuid thread_id:uuid event:object',
    'incoming_rich_message_postback@v0.5':
      'user_id:uuid chat_id:uuid thread_id:uuid event_id:uuid postback.{id toggled:boolean}',
    'incoming_multicast@v0.5': 'author_id content:any',
    incoming_typing_indicator: 'chat_id:uuid typing_indicator:object',
    customer_disconnected: `reason:${reasons}@v0.3 reason:${reasons}|unsupported_version@v0.4,v0.5`,
    thread_closed: 'chat_id:uuid thread_id:uuid user_id?',
    chat_scopes_updated: 'chat_id:uuid scopes_added.groups:integer[] scopes_removed.groups:integer[]',
    customer_updated: 'chat_id:uuid customer:object',
    chat_properties_updated: 'chat_id:uuid properties:object',
    chat_thread_properties_updated: 'chat_id:uuid thread_id:uuid properties:object',
    last_seen_timestamp_updated: 'user_id chat_id:uuid timestamp:unixtime',
  }),
}
