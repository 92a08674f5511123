import { section } from '../requirement.js'

export const scopesAndPropertiesRequirements = [
  section('chat.md "Customer API actions", update_chat_scopes', {
    'chat.customer.update_chat_scopes': 'Changes which groups see a chat; no response.',
    'chat.customer.update_chat_scopes.push': 'chat_scopes_updated.',
  }),
  section('chat.md "Customer API actions", update_chat_properties', {
    'chat.customer.update_chat_properties': 'Sets properties of a chat; no response.',
    'chat.customer.update_chat_properties.push': 'chat_properties_updated.',
  }),
  section('chat.md "Customer API actions", update_chat_thread_properties', {
    'chat.customer.update_chat_thread_properties': 'Sets properties of a thread; no response.',
    'chat.customer.update_chat_thread_properties.push': 'chat_thread_properties_updated.',
  }),
  section('chat.md "Agent API actions", update_chat_scopes', {
    'chat.agent.update_chat_scopes': 'Changes which groups see a chat.',
    'chat.agent.update_chat_scopes.permission.chats.meta--all:write': 'The scope is enough for every chat.',
    'chat.agent.update_chat_scopes.permission.chats.meta--my:write': 'The scope is enough for own chats.',
    'chat.agent.update_chat_scopes.push': 'chat_scopes_updated.',
  }),
  section('chat.md "Agent API actions", update_chat_properties', {
    'chat.agent.update_chat_properties': 'Sets properties of a chat.',
    'chat.agent.update_chat_properties.permission.chats.conversation--all:write':
      'The scope is enough for every chat.',
    'chat.agent.update_chat_properties.permission.chats.conversation--my:write':
      'The scope is enough for own chats.',
    'chat.agent.update_chat_properties.push': 'chat_properties_updated.',
  }),
  section('chat.md "Agent API actions", update_chat_thread_properties', {
    'chat.agent.update_chat_thread_properties': 'Sets properties of a thread.',
    'chat.agent.update_chat_thread_properties.permission.chats.conversation--all:write':
      'The scope is enough for every chat.',
    'chat.agent.update_chat_thread_properties.permission.chats.conversation--my:write':
      'The scope is enough for own chats.',
    'chat.agent.update_chat_thread_properties.push': 'chat_thread_properties_updated.',
  }),
  section('chat.md "Customer API pushes", chat_scopes_updated and properties', {
    'chat.customer.push.chat_properties_updated.properties': 'Only recently updated properties.',
    'chat.customer.push.chat_thread_properties_updated.properties': 'Only recently updated properties.',
  }),
  section('chat.md "Agent API pushes", chat_scopes_updated and properties', {
    'chat.agent.push.chat_properties_updated.properties': 'Only recently updated properties.',
    'chat.agent.push.chat_thread_properties_updated.properties': 'Only recently updated properties.',
  }),
  section('chat.md "States and transitions", chat scopes', {
    'chat.state.scopes.update_chat_scopes': 'Scopes are added and removed.',
  }),
  section('chat.md "Versioning", agents in scopes', {
    'chat.version.agent_v0.3.update_chat_scopes.agents': 'Scopes to add and remove may also carry agents.',
  }),
  section('decisions §5.4', {
    'decisions.5.4.scopes': 'chat_scopes_updated reaches agents who stop or begin to see the chat.',
  }),
  section('decisions §6.18', {
    'decisions.6.18.order': 'Scopes are removed first, then added.',
    'decisions.6.18.changed': 'The push names the actual changes; without changes there is no push.',
    'decisions.6.18.bound': 'A chat has at most 100 groups.',
    'decisions.6.18.agents': 'Only agent v0.3 may name agents, and they must exist.',
    'decisions.6.18.last': 'Removing the last group makes the chat visible to all agents.',
  }),
  section('decisions §6.19', {
    'decisions.6.19.others': 'Properties that are not named stay unchanged.',
    'decisions.6.19.changed': 'Properties whose value changes are pushed to users who may read them.',
    'decisions.6.19.bound': 'The limit of §13 applies to the total after the change.',
    'decisions.6.19.thread': 'Any thread of the chat can be named, active or closed.',
  }),
  section('decisions §15, scopes of updates', {
    'decisions.15.scopes_added': 'scopes_added and scopes_removed always have groups.',
  }),
] as const
