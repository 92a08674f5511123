export {
  incomingEvent,
  incomingSneakPeek,
  incomingTypingIndicator,
  lastSeenTimestampUpdated,
} from './events.js'
export { agentDisconnected } from './session.js'
export { incomingChatThread, threadClosed } from './threads.js'
export { agentUpdated, chatUsersUpdated, customerUpdated } from './users.js'
