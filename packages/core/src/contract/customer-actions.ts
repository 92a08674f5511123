export { customerStartChat as startChat, getChatsSummary, getChatsSummaryWithoutPages } from './chats.js'
export {
  customerSendEvent as sendEvent,
  customerSendFile as sendFile,
  customerUpdateLastSeenTimestamp as updateLastSeenTimestamp,
  customerUpdateLastSeenTimestampOfAllChats as updateLastSeenTimestampOfAllChats,
  sendRichMessagePostback,
  sendSneakPeek,
} from './events.js'
export {
  customerUpdateChatProperties as updateChatProperties,
  customerUpdateChatScopes as updateChatScopes,
  customerUpdateChatThreadProperties as updateChatThreadProperties,
} from './scopes-and-properties.js'
export { customerLogin as login } from './session.js'
export {
  customerCloseThread as closeThread,
  customerGetChatThreads as getChatThreads,
  getChatThreadsSummary,
  getChatThreadsSummaryWithoutPages,
} from './threads.js'
export { updateCustomer } from './users.js'
