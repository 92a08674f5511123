export { getArchives, getArchivesWithoutPageIds } from './archives.js'
export { addAutoChatScopes, getAutoChatScopesConfig, removeAutoChatScopes } from './auto-chat-scopes.js'
export {
  agentStartChat as startChat,
  getFilteredChats,
  getFilteredChatsWithoutPages,
  startChatWithScopes,
} from './chats.js'
export {
  agentSendEvent as sendEvent,
  agentSendFile as sendFile,
  agentUpdateLastSeenTimestamp as updateLastSeenTimestamp,
  sendTypingIndicator,
  uploadImage,
} from './events.js'
export { multicast, sendBroadcast } from './multicast.js'
export {
  agentUpdateChatProperties as updateChatProperties,
  agentUpdateChatScopes as updateChatScopes,
  agentUpdateChatThreadProperties as updateChatThreadProperties,
  updateChatScopesWithAgents,
} from './scopes-and-properties.js'
export { agentLogin as login, changePushNotifications } from './session.js'
export { agentCloseThread as closeThread, agentGetChatThreads as getChatThreads } from './threads.js'
export { banCustomer, joinChat, removeFromChat, updateAgent } from './users.js'
