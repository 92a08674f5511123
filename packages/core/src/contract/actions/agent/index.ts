export { getFilteredChats, getFilteredChatsWithoutPages, startChat, startChatWithScopes } from './chats.js'
export { sendEvent, sendTypingIndicator, updateLastSeenTimestamp } from './events.js'
export {
  updateChatProperties,
  updateChatScopes,
  updateChatScopesWithAgents,
  updateChatThreadProperties,
} from './scopes-and-properties.js'
export { login } from './session.js'
export { closeThread, getChatThreads } from './threads.js'
export { joinChat, removeFromChat, updateAgent } from './users.js'
