export { getArchives, getArchivesWithoutPageIds } from './archives.js'
export { addAutoChatScopes, getAutoChatScopesConfig, removeAutoChatScopes } from './auto-chat-scopes.js'
export { getFilteredChats, getFilteredChatsWithoutPages, startChat, startChatWithScopes } from './chats.js'
export { sendEvent, sendFile, sendTypingIndicator, updateLastSeenTimestamp, uploadImage } from './events.js'
export { multicast, sendBroadcast } from './multicast.js'
export {
  updateChatProperties,
  updateChatScopes,
  updateChatScopesWithAgents,
  updateChatThreadProperties,
} from './scopes-and-properties.js'
export { changePushNotifications, login } from './session.js'
export { closeThread, getChatThreads } from './threads.js'
export { banCustomer, joinChat, removeFromChat, updateAgent } from './users.js'
