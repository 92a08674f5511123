import { integer, listOf, mapOf, object, oneOf, optional, text, timestamp, uuid } from '../checks.js'
import { proving } from '../proving.js'
import { showsFields } from '../shows.js'

const objects = listOf(object)
const properties = mapOf(mapOf(object))

proving('answers of the Customer API', (storage) => {
  showsFields(storage, {
    'chat.customer.login.response.customer_id': uuid,
    'chat.customer.login.response.static_config_path': text,
    'chat.customer.get_chats_summary.response.chats_summary': objects,
    'chat.customer.get_chats_summary.response.total_chats': oneOf(1),
    'chat.customer.get_chat_threads.response.chat': object,
    'chat.customer.get_chat_threads.response.chat.id': uuid,
    'chat.customer.get_chat_threads.response.chat.users': objects,
    'chat.customer.get_chat_threads.response.chat.properties': properties,
    'chat.customer.get_chat_threads.response.chat.scopes': object,
    'chat.customer.get_chat_threads.response.chat.threads': objects,
    'chat.customer.get_chat_threads_summary.response.threads_summary': objects,
    'chat.customer.get_chat_threads_summary.response.threads_summary[].id': uuid,
    'chat.customer.get_chat_threads_summary.response.threads_summary[].order': integer,
    'chat.customer.get_chat_threads_summary.response.threads_summary[].total_events': integer,
    'chat.customer.get_chat_threads_summary.response.total_threads': oneOf(3),
    'chat.customer.start_chat.response.chat': object,
    'chat.customer.start_chat.response.chat.id': uuid,
    'chat.customer.start_chat.response.chat.users': objects,
    'chat.customer.start_chat.response.chat.properties': properties,
    'chat.customer.start_chat.response.chat.scopes': object,
    'chat.customer.start_chat.response.chat.thread': object,
    'chat.customer.send_event.response.thread_id': uuid,
    'chat.customer.send_event.response.event': object,
    'chat.customer.update_customer.response.customer': object,
    'chat.customer.update_last_seen_timestamp.response.timestamp': timestamp,
  })
})

proving('answers of the Agent API', (storage) => {
  showsFields(storage, {
    'chat.agent.login.response.license': object,
    'chat.agent.login.response.my_profile': object,
    'chat.agent.login.response.chats_summary': objects,
    'chat.agent.get_filtered_chats.response.chats_summary': objects,
    'chat.agent.get_chat_threads.response.chat': object,
    'chat.agent.get_chat_threads.response.chat.id': uuid,
    'chat.agent.get_chat_threads.response.chat.users': objects,
    'chat.agent.get_chat_threads.response.chat.threads': optional(objects),
    'chat.agent.get_chat_threads.response.chat.threads_summary': objects,
    'chat.agent.get_chat_threads.response.chat.threads_summary[].thread_id': uuid,
    'chat.agent.get_chat_threads.response.chat.threads_summary[].order': integer,
    'chat.agent.get_chat_threads.response.chat.properties': properties,
    'chat.agent.get_chat_threads.response.chat.properites': properties,
    'chat.agent.get_chat_threads.response.chat.scopes': object,
    'chat.agent.start_chat.response.chat': object,
    'chat.agent.start_chat.response.chat.id': uuid,
    'chat.agent.start_chat.response.chat.users': objects,
    'chat.agent.start_chat.response.chat.thread': object,
    'chat.agent.send_event.response.thread_id': uuid,
    'chat.agent.send_event.response.event': object,
    'chat.agent.update_last_seen_timestamp.response.timestamp': timestamp,
  })
})
