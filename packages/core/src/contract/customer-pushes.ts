export {
  customerIncomingEvent as incomingEvent,
  customerIncomingTypingIndicator as incomingTypingIndicator,
  customerLastSeenTimestampUpdated as lastSeenTimestampUpdated,
  incomingRichMessagePostback,
} from './events.js'
export { customerIncomingMulticast as incomingMulticast } from './multicast.js'
export { queuePositionUpdated } from './queue.js'
export {
  customerChatPropertiesUpdated as chatPropertiesUpdated,
  customerChatScopesUpdated as chatScopesUpdated,
  customerChatThreadPropertiesUpdated as chatThreadPropertiesUpdated,
} from './scopes-and-properties.js'
export { customerDisconnected } from './session.js'
export {
  customerIncomingChatThread as incomingChatThread,
  customerThreadClosed as threadClosed,
} from './threads.js'
export {
  customerChatUsersUpdated as chatUsersUpdated,
  customerCustomerUpdated as customerUpdated,
} from './users.js'
