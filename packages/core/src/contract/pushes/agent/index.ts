export {
  incomingEvent,
  incomingSneakPeek,
  incomingTypingIndicator,
  lastSeenTimestampUpdated,
} from './events.js'
export { incomingBroadcast, incomingMulticast } from './multicast.js'
export {
  chatPropertiesUpdated,
  chatScopesUpdated,
  chatThreadPropertiesUpdated,
} from './scopes-and-properties.js'
export { agentDisconnected } from './session.js'
export { incomingChatThread, threadClosed } from './threads.js'
export { agentUpdated, chatUsersUpdated, customerBanned, customerUpdated } from './users.js'
