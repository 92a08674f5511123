import type * as agentPushes from '../../packages/core/src/contract/agent-pushes.js'
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
  withUserChanged,
  withUsers,
} from './chat.js'
import { type Handlers, nothing } from './push-handlers.js'

/** Updates the state of an Agent API client from each push. */
export const agentHandlers: Handlers<typeof agentPushes> = {
  // The push has no `scopes`, so an unknown chat is read.
  incomingChatThread: ({ chat: { id: chatId, users, properties = {}, thread } }) => ({
    chatId,
    inChat: (chat) => withThread({ ...chat, users, properties }, thread),
    inEach: (chat) => users.filter(({ type }) => type === 'customer').reduce(withProfile, chat),
  }),
  // The push has no `thread_id`, because events are always added to the last thread of a chat.
  incomingEvent: ({ chat_id: chatId, event }) => ({ chatId, inChat: (chat) => withEvent(chat, event) }),
  threadClosed: ({ chat_id: chatId, thread_id }) => ({
    chatId,
    inChat: (chat) => withClosedThread(chat, thread_id),
  }),
  chatUsersUpdated: ({ chat_id: chatId, updated_users: { customers, agents } }) => ({
    chatId,
    inChat: (chat) =>
      withoutUsers(withUsers(chat, [...customers.added, ...agents.added]), [
        ...customers.removed_ids,
        ...agents.removed_ids,
      ]),
    mayHide: agents.removed_ids.length > 0,
  }),
  chatScopesUpdated: ({ chat_id: chatId, scopes_added, scopes_removed }) => ({
    chatId,
    inChat: (chat) => withScopes(chat, scopes_added, scopes_removed),
    mayHide: true,
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
  customerBanned: ({ customer_id }) => ({
    inEach: (chat) => withUserChanged(chat, customer_id, (user) => ({ ...user, banned: true })),
  }),
  agentUpdated: ({ agent_id, routing_status }) => ({
    inEach: (chat) => withUserChanged(chat, agent_id, (user) => ({ ...user, routing_status })),
    ofProfile: (profile) => (profile.id === agent_id ? { ...profile, routing_status } : profile),
  }),
  incomingTypingIndicator: () => nothing,
  incomingSneakPeek: () => nothing,
  incomingMulticast: () => nothing,
  incomingBroadcast: () => nothing,
  agentDisconnected: () => ({ isEnd: true }),
}
