import { listOf, mapOf, object, oneOf, optional, text, timestamp, uuid } from '../checks.js'
import { proving } from '../proving.js'
import { showsFields } from '../shows.js'

const objects = listOf(object)
const properties = mapOf(mapOf(object))

proving('pushes of the Customer API', (storage) => {
  showsFields(storage, {
    'chat.customer.push.incoming_chat_thread.chat.id': uuid,
    'chat.customer.push.incoming_chat_thread.chat.users': objects,
    'chat.customer.push.incoming_chat_thread.chat.properties': properties,
    'chat.customer.push.incoming_chat_thread.chat.scopes': object,
    'chat.customer.push.incoming_chat_thread.chat.thread': object,
    'chat.customer.push.chat_users_updated.chat_id': uuid,
    'chat.customer.push.chat_users_updated.updated_users.added': objects,
    'chat.customer.push.chat_users_updated.updated_users.removed_ids': listOf(text),
    'chat.customer.push.incoming_event.chat_id': uuid,
    'chat.customer.push.incoming_event.thread_id': uuid,
    'chat.customer.push.incoming_event.event': object,
    'chat.customer.push.incoming_typing_indicator.chat_id': uuid,
    'chat.customer.push.incoming_typing_indicator.typing_indicator': object,
    'chat.customer.push.thread_closed.chat_id': uuid,
    'chat.customer.push.thread_closed.thread_id': uuid,
    'chat.customer.push.thread_closed.user_id': text,
    'chat.customer.push.customer_updated.chat_id': uuid,
    'chat.customer.push.customer_updated.customer': object,
    'chat.customer.push.last_seen_timestamp_updated.user_id': text,
    'chat.customer.push.last_seen_timestamp_updated.chat_id': uuid,
    'chat.customer.push.last_seen_timestamp_updated.timestamp': timestamp,
  })
})

proving('pushes of the Agent API', (storage) => {
  showsFields(storage, {
    'chat.agent.push.incoming_chat_thread.chat.id': uuid,
    'chat.agent.push.incoming_chat_thread.chat.users': objects,
    'chat.agent.push.incoming_chat_thread.chat.properties': optional(properties),
    'chat.agent.push.incoming_chat_thread.chat.thread': object,
    'chat.agent.push.chat_users_updated.chat_id': uuid,
    'chat.agent.push.chat_users_updated.updated_users.customers.added': objects,
    'chat.agent.push.chat_users_updated.updated_users.customers.removed_ids': listOf(uuid),
    'chat.agent.push.chat_users_updated.updated_users.agents.added': objects,
    'chat.agent.push.chat_users_updated.updated_users.agents.removed_ids': listOf(text),
    'chat.agent.push.incoming_event.chat_id': uuid,
    'chat.agent.push.incoming_event.event': object,
    'chat.agent.push.incoming_typing_indicator.chat_id': uuid,
    'chat.agent.push.incoming_typing_indicator.typing_indicator': object,
    'chat.agent.push.incoming_sneak_peek.chat_id': uuid,
    'chat.agent.push.incoming_sneak_peek.sneak_peek': object,
    'chat.agent.push.thread_closed.chat_id': uuid,
    'chat.agent.push.thread_closed.thread_id': uuid,
    'chat.agent.push.thread_closed.user_id': text,
    'chat.agent.push.customer_updated.chat_id': uuid,
    'chat.agent.push.customer_updated.customer': object,
    'chat.agent.push.agent_updated.agent_id': text,
    'chat.agent.push.agent_updated.routing_status': oneOf('accepting_chats', 'not_accepting_chats'),
    'chat.agent.push.last_seen_timestamp_updated.user_id': text,
    'chat.agent.push.last_seen_timestamp_updated.chat_id': uuid,
    'chat.agent.push.last_seen_timestamp_updated.timestamp': timestamp,
  })
})
