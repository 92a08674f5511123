import { section } from '../requirement.js'

export const agentActionRequirements = [
  section('chat.md "Agent API actions", login', {
    'chat.agent.login': 'Logs an agent in on the connection; pushes nothing.',
    'chat.agent.login.permission': 'No scope is required.',
    'chat.agent.login.request.reconnect':
      'With reconnect the status becomes the last known one instead of the default.',
  }),
  section('chat.md "Agent API actions", get_filtered_chats', {
    'chat.agent.get_filtered_chats': 'Lists chats.',
    'chat.agent.get_filtered_chats.permission.chats--all:read': 'The scope is enough for every chat.',
    'chat.agent.get_filtered_chats.permission.chats--my:read': 'The scope is enough for own chats.',
    'chat.agent.get_filtered_chats.request.filters.include_active':
      'False leaves out chats with an active thread.',
  }),
  section('chat.md "Agent API actions", get_chat_threads', {
    'chat.agent.get_chat_threads': 'Reads a chat.',
    'chat.agent.get_chat_threads.permission.chats--all:read': 'The scope is enough for every chat.',
    'chat.agent.get_chat_threads.permission.chats--my:read': 'The scope is enough for own chats.',
    'chat.agent.get_chat_threads.response.chat.properites': 'The properties, as the sample spells the key.',
  }),
  section('chat.md "Agent API actions", start_chat', {
    'chat.agent.start_chat': 'Starts a chat.',
    'chat.agent.start_chat.permission': 'No scope is required.',
    'chat.agent.start_chat.push': 'incoming_chat_thread.',
  }),
  section('chat.md "Agent API actions", join_chat', {
    'chat.agent.join_chat': 'Adds agents to a chat; no response.',
    'chat.agent.join_chat.permission.chats.conversation--all:write':
      'The scope is enough to join as the caller.',
    'chat.agent.join_chat.permission.chats.meta--all:write': 'The scope is enough for every chat.',
    'chat.agent.join_chat.permission.chats.meta--my:write': 'The scope is enough for own chats.',
    'chat.agent.join_chat.push': 'chat_users_updated.',
  }),
  section('chat.md "Agent API actions", remove_from_chat', {
    'chat.agent.remove_from_chat': 'Removes agents from a chat; no response.',
    'chat.agent.remove_from_chat.permission.chats.conversation--all:write':
      'The scope is enough to remove the caller.',
    'chat.agent.remove_from_chat.permission.chats.conversation--my:write':
      'The scope is enough to remove the caller.',
    'chat.agent.remove_from_chat.permission.chats.meta--all:write': 'The scope is enough for every chat.',
    'chat.agent.remove_from_chat.permission.chats.meta--my:write': 'The scope is enough for own chats.',
    'chat.agent.remove_from_chat.request.agent_ids': 'Optional; when absent the current user is removed.',
    'chat.agent.remove_from_chat.no_customer': 'Removing a customer is forbidden.',
    'chat.agent.remove_from_chat.push': 'chat_users_updated.',
  }),
  section('chat.md "Agent API actions", send_event', {
    'chat.agent.send_event': 'Sends an event to a chat.',
    'chat.agent.send_event.permission.chats.conversation--all:write': 'The scope is enough for every chat.',
    'chat.agent.send_event.permission.chats.conversation--my:write': 'The scope is enough for own chats.',
    'chat.agent.send_event.response.thread_id': 'Id of the thread that contains the event.',
    'chat.agent.send_event.response.event': 'The event as it was stored.',
    'chat.agent.send_event.push': 'incoming_event, or incoming_chat_thread if it starts a new thread.',
  }),
  section('chat.md "Agent API actions", send_typing_indicator', {
    'chat.agent.send_typing_indicator': 'Shows others that the agent is typing; no response.',
    'chat.agent.send_typing_indicator.permission.chats.conversation--all:write':
      'The scope is enough for every chat.',
    'chat.agent.send_typing_indicator.permission.chats.conversation--my:write':
      'The scope is enough for own chats.',
    'chat.agent.send_typing_indicator.request.recipients': 'all (the default) or agents.',
  }),
  section('chat.md "Agent API actions", close_thread', {
    'chat.agent.close_thread': 'Closes the active thread.',
    'chat.agent.close_thread.permission.chats.meta--all:write': 'The scope is enough for every chat.',
    'chat.agent.close_thread.permission.chats.meta--my:write': 'The scope is enough for own chats.',
    'chat.agent.close_thread.push': 'thread_closed.',
  }),
  section('chat.md "Agent API actions", update_agent', {
    'chat.agent.update_agent': 'Changes whether an agent accepts chats.',
    'chat.agent.update_agent.permission.agents--my:write': 'The scope is enough for the calling agent.',
    'chat.agent.update_agent.permission.agents--all:write': 'The scope is enough for every agent.',
    'chat.agent.update_agent.request.agent_id': 'Default: the current agent.',
    'chat.agent.update_agent.push': 'agent_updated.',
  }),
  section('chat.md "Agent API actions", update_last_seen_timestamp', {
    'chat.agent.update_last_seen_timestamp': 'Records how far the agent has read.',
    'chat.agent.update_last_seen_timestamp.permission.chats--all:read': 'The scope is enough for every chat.',
    'chat.agent.update_last_seen_timestamp.permission.chats--my:read': 'The scope is enough for own chats.',
    'chat.agent.update_last_seen_timestamp.push': 'last_seen_timestamp_updated.',
  }),
] as const
