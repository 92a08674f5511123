import { within } from './within.js'

const customer = 'id:uuid type:customer name? email? present:boolean fields:map last_seen_timestamp?:unixtime'
const agent = 'id type:agent name present:boolean last_seen_timestamp?:unixtime avatar?'
const agentOfAgentApi = `${agent} email routing_status?:accepting_chats|not_accepting_chats`

const recipients = 'all|agents'
const head = 'custom_id? properties?:object'
const event = `${head} id:uuid order:integer timestamp:unixtime recipients:${recipients}@agent`
const authored = `${event} author_id`
const sent = `${head} recipients?:${recipients}@agent`

const form = `fields[].{type:{text email radio checkbox select} name label required:boolean
  value? options?[].{label value checked:boolean}}`
const image = 'image?.{name? url content_type? size?:integer width?:integer height?:integer}'

/**
 * The fields of spec chat.md "Resources and their fields". Every action and push with a chat lists the fields of the
 * chat itself.
 */
export const objectFields = {
  'chat.md "Thread"':
    'id:uuid active:boolean order:integer timestamp:unixtime@agent user_ids:string[] events:object[] properties?:object',
  ...within('chat.md "User"', {
    'customer (C view)': customer,
    'customer (A view)': `${customer} banned:boolean monitoring?.{
      current_visit?.{start:unixtime pages[].{start:unixtime url title?}}
      stats.{visits:integer threads:integer page_views:integer last_visit?:unixtime}
      referrer? ip? host? user_agent? geolocation?.{country? country_code? region? city? timezone?}}`,
    'agent (C view)': agent,
    'agent (A view)': agentOfAgentApi,
    'my profile (A)': `${agentOfAgentApi} permission`,
  }),
  ...within('chat.md "Events"', {
    message: `type:message ${authored} text`,
    system_message: `type:system_message ${event} text system_message_type`,
    annotation: `type:annotation ${authored} annotation_type text?`,
    filled_form: `type:filled_form ${authored} ${form}`,
    file: `type:file ${authored} name url content_type size:integer width?:integer height?:integer`,
    custom: `type:custom ${authored} content:object`,
    rich_message: `type:rich_message ${authored} template_id
      elements?[].{title? subtitle? ${image} buttons?[].{text? postback_id? user_ids:string[]}}`,
    'message request': `type:message ${sent} text`,
    'annotation request': `type:annotation ${sent} annotation_type text?`,
    'filled_form request': `type:filled_form ${sent} ${form}`,
    /** Only agents can send one. Customers use `send_file`. */
    'file request': `type:file ${head} recipients?:${recipients} url? path?`,
    'custom request': `type:custom ${sent} content:object`,
    'rich_message request@customer-v0.5,agent-v0.4': `type:rich_message ${head} recipients?:${recipients}@agent-v0.4 template_id
      elements?[].{title? subtitle? ${image} buttons?[].{text? postback_id?}}`,
  }),
  ...within('chat.md "Other objects"', {
    'typing indicator': 'author_id timestamp:unixtime is_typing:boolean@customer recipients:all|agents@agent',
    'sneak peek': 'author_id:uuid timestamp:unixtime text recipients:all|agents',
    ban: 'days:integer',
    'ban request': 'days:integer',
    scopes: 'groups?:integer[]',
    property: 'value:boolean|integer|string',
    'property request': 'value:boolean|integer|string',
    license:
      'id:integer plan expiration_timestamp:null|unixtime creation_timestamp:unixtime in_trial:boolean@v0.4',
    'chat summary (A)': `id:uuid users:object[] properties?:object scopes:object
      last_event_per_type:object@v0.4
      last_thread_summary.{id:uuid timestamp:unixtime user_ids:string[] order:integer properties?:object
        last_event_per_type[].{thread_id:uuid@v0.3 event:object@v0.3}}`,
    'chat summary (C)': `id:uuid order:integer users:object[] properties?:object scopes:object
      last_event_per_type:object@v0.4,v0.5
      last_event_per_type.{thread_id:uuid@v0.3 events:object@v0.3}`,
    'last_event_per_type@customer-v0.4,customer-v0.5,agent-v0.4':
      'thread_id:uuid thread_order:integer event:object',
  }),
}
