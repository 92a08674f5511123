export { getChatsSummary, getChatsSummaryWithoutPages, startChat } from './chats.js'
export {
  sendEvent,
  sendFile,
  sendRichMessagePostback,
  sendSneakPeek,
  updateLastSeenTimestamp,
  updateLastSeenTimestampOfAllChats,
} from './events.js'
export {
  updateChatProperties,
  updateChatScopes,
  updateChatThreadProperties,
} from './scopes-and-properties.js'
export { login } from './session.js'
export {
  closeThread,
  getChatThreads,
  getChatThreadsSummary,
  getChatThreadsSummaryWithoutPages,
} from './threads.js'
export { updateCustomer } from './users.js'
