export { getArchives, getArchivesWithoutPageIds } from './archives.js'
export { addAutoChatScopes, getAutoChatScopesConfig, removeAutoChatScopes } from './auto-chat-scopes.js'
export { agentUpdateChatScopes as updateChatScopes, updateChatScopesWithAgents } from './chat-scopes.js'
export { agentBanCustomer as banCustomer } from './customers.js'
export { agentSendEvent as sendEvent } from './events.js'
export { agentSendFile as sendFile, uploadImage } from './files.js'
export { getFilteredChats, getFilteredChatsWithoutPages } from './filtered-chats.js'
export { joinChat, removeFromChat } from './members.js'
export { multicast, sendBroadcast } from './multicast.js'
export {
  agentUpdateChatProperties as updateChatProperties,
  agentUpdateChatThreadProperties as updateChatThreadProperties,
} from './properties.js'
export { agentGetChatThreads as getChatThreads } from './read-threads.js'
export { agentLogin as login, changePushNotifications, updateAgent } from './session.js'
export { agentStartChat as startChat, startChatWithScopes } from './start-chat.js'
export {
  agentCloseThread as closeThread,
  agentUpdateLastSeenTimestamp as updateLastSeenTimestamp,
} from './threads.js'
export { sendTypingIndicator } from './typing.js'
