export {
  agentIncomingEvent as incomingEvent,
  agentIncomingTypingIndicator as incomingTypingIndicator,
  agentLastSeenTimestampUpdated as lastSeenTimestampUpdated,
  incomingSneakPeek,
} from './events.js'
export { agentIncomingMulticast as incomingMulticast, incomingBroadcast } from './multicast.js'
export {
  agentChatPropertiesUpdated as chatPropertiesUpdated,
  agentChatScopesUpdated as chatScopesUpdated,
  agentChatThreadPropertiesUpdated as chatThreadPropertiesUpdated,
} from './scopes-and-properties.js'
export { agentDisconnected } from './session.js'
export {
  agentIncomingChatThread as incomingChatThread,
  agentThreadClosed as threadClosed,
} from './threads.js'
export {
  agentChatUsersUpdated as chatUsersUpdated,
  agentCustomerUpdated as customerUpdated,
  agentUpdated,
  customerBanned,
} from './users.js'
