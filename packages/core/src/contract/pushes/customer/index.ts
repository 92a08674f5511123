export {
  incomingEvent,
  incomingRichMessagePostback,
  incomingTypingIndicator,
  lastSeenTimestampUpdated,
} from './events.js'
export { incomingMulticast } from './multicast.js'
export { queuePositionUpdated } from './queue.js'
export {
  chatPropertiesUpdated,
  chatScopesUpdated,
  chatThreadPropertiesUpdated,
} from './scopes-and-properties.js'
export { customerDisconnected } from './session.js'
export { incomingChatThread, threadClosed } from './threads.js'
export { chatUsersUpdated, customerUpdated } from './users.js'
