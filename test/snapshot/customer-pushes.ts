import type * as customerPushes from '../../packages/core/src/contract/customer-pushes.js'
import {
  withClosedThread,
  withEvent,
  withLastSeen,
  withoutUsers,
  withProfile,
  withProperties,
  withScopes,
  withThread,
  withThreadProperties,
  withUsers,
} from './chat.js'
import { withPostback } from './postbacks.js'
import { type Handlers, nothing } from './push-handlers.js'

/** Updates the state of a Customer API client from each push. */
export const customerHandlers: Handlers<typeof customerPushes> = {
  incomingChatThread: ({ chat: { id: chatId, users, properties = {}, scopes, thread } }) => ({
    chatId,
    inChat: (chat) => withThread({ ...chat, users, properties, scopes }, thread),
    inEach: (chat) => users.filter(({ type }) => type === 'customer').reduce(withProfile, chat),
    ...(thread.order === 1 && { begins: { id: chatId, users, properties, scopes, threads: [thread] } }),
  }),
  incomingEvent: ({ chat_id: chatId, thread_id, event }) => ({
    chatId,
    inChat: (chat) => withEvent(chat, event, thread_id),
  }),
  incomingRichMessagePostback: ({ chat_id: chatId, thread_id, event_id, user_id, postback }) => ({
    chatId,
    inChat: (chat) => withPostback(chat, thread_id, event_id, { userId: user_id, ...postback }),
  }),
  threadClosed: ({ chat_id: chatId, thread_id }) => ({
    chatId,
    inChat: (chat) => withClosedThread(chat, thread_id),
  }),
  chatUsersUpdated: ({ chat_id: chatId, updated_users: { added, removed_ids } }) => ({
    chatId,
    inChat: (chat) => withoutUsers(withUsers(chat, added), removed_ids),
  }),
  chatScopesUpdated: ({ chat_id: chatId, scopes_added, scopes_removed }) => ({
    chatId,
    inChat: (chat) => withScopes(chat, scopes_added, scopes_removed),
  }),
  chatPropertiesUpdated: ({ chat_id: chatId, properties }) => ({
    chatId,
    inChat: (chat) => withProperties(chat, properties),
  }),
  chatThreadPropertiesUpdated: ({ chat_id: chatId, thread_id, properties }) => ({
    chatId,
    inChat: (chat) => withThreadProperties(chat, thread_id, properties),
  }),
  lastSeenTimestampUpdated: ({ chat_id: chatId, user_id, timestamp }) => ({
    chatId,
    inChat: (chat) => withLastSeen(chat, user_id, timestamp),
  }),
  customerUpdated: ({ chat_id: chatId, customer }) => ({
    chatId,
    inEach: (chat) => withProfile(chat, customer),
  }),
  incomingTypingIndicator: () => nothing,
  queuePositionUpdated: () => nothing,
  incomingMulticast: () => nothing,
  customerDisconnected: () => ({ isEnd: true }),
}
