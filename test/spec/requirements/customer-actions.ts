import { section } from '../requirement.js'

export const customerActionRequirements = [
  section('chat.md "Customer API actions", login', {
    'chat.customer.login': 'Logs a customer in on the connection; pushes nothing.',
    'chat.customer.login.response.customer_id': 'Id of the customer who has logged in.',
    'chat.customer.login.response.static_config_path': 'Path of the static configuration.',
  }),
  section('chat.md "Customer API actions", get_chats_summary', {
    'chat.customer.get_chats_summary': 'Lists the chats of the customer; pushes nothing.',
    'chat.customer.get_chats_summary.request.offset': 'Default 0, at most 100.',
    'chat.customer.get_chats_summary.request.limit': 'Default 10, at most 25.',
    'chat.customer.get_chats_summary.response.total_chats': 'Number of chats.',
  }),
  section('chat.md "Customer API actions", get_chat_threads', {
    'chat.customer.get_chat_threads': 'Reads threads of a chat; pushes nothing.',
    'chat.customer.get_chat_threads.response.chat.threads': 'The requested threads.',
  }),
  section('chat.md "Customer API actions", get_chat_threads_summary', {
    'chat.customer.get_chat_threads_summary': 'Lists the threads of a chat; pushes nothing.',
    'chat.customer.get_chat_threads_summary.request.offset': 'Default 0.',
    'chat.customer.get_chat_threads_summary.request.limit': 'Default 25, at most 100.',
    'chat.customer.get_chat_threads_summary.response.total_threads': 'Number of threads.',
  }),
  section('chat.md "Customer API actions", start_chat', {
    'chat.customer.start_chat': 'Starts a chat.',
    'chat.customer.start_chat.details_first': 'The customer must have sent details before.',
    'chat.customer.start_chat.request.chat.scopes': 'Default: all agents.',
    'chat.customer.start_chat.push': 'incoming_chat_thread.',
  }),
  section('chat.md "Customer API actions", send_event', {
    'chat.customer.send_event': 'Sends an event to a chat.',
    'chat.customer.send_event.response.thread_id': 'Id of the thread that contains the event.',
    'chat.customer.send_event.response.event': 'The event as it was stored.',
    'chat.customer.send_event.push': 'incoming_event, or incoming_chat_thread when it starts a new thread.',
  }),
  section('chat.md "Customer API actions", send_sneak_peek', {
    'chat.customer.send_sneak_peek': 'Shows agents what the customer is typing; no response.',
  }),
  section('chat.md "Customer API actions", close_thread', {
    'chat.customer.close_thread': 'Closes the active thread; no response.',
    'chat.customer.close_thread.push': 'thread_closed.',
  }),
  section('chat.md "Customer API actions", update_customer', {
    'chat.customer.update_customer': 'Changes the details of the customer.',
    'chat.customer.update_customer.push': 'customer_updated, once for each active chat.',
  }),
  section('chat.md "Customer API actions", update_last_seen_timestamp', {
    'chat.customer.update_last_seen_timestamp': 'Records how far the customer has read.',
    'chat.customer.update_last_seen_timestamp.push': 'last_seen_timestamp_updated.',
  }),
] as const
