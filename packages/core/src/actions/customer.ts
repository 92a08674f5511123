export { customerUpdateChatScopes as updateChatScopes } from './chat-scopes.js'
export { getChatsSummary, getChatsSummaryWithoutPages } from './customer-chats.js'
export { updateCustomer } from './customers.js'
export { customerSendEvent as sendEvent, sendRichMessagePostback } from './events.js'
export { customerSendFile as sendFile } from './files.js'
export {
  customerUpdateChatProperties as updateChatProperties,
  customerUpdateChatThreadProperties as updateChatThreadProperties,
} from './properties.js'
export {
  customerGetChatThreads as getChatThreads,
  getChatThreadsSummary,
  getChatThreadsSummaryWithoutPages,
} from './read-threads.js'
export { customerLogin as login } from './session.js'
export { customerStartChat as startChat } from './start-chat.js'
export {
  customerCloseThread as closeThread,
  customerUpdateLastSeenTimestamp as updateLastSeenTimestamp,
  updateLastSeenTimestampOfAllChats,
} from './threads.js'
export { sendSneakPeek } from './typing.js'
