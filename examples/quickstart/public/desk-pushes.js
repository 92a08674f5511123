/** What each push of the Agent API changes on an `AgentDesk`. */
const appliers = {
  incoming_chat_thread(desk, { chat: { id, users, thread } }) {
    const chat = desk.provide(id)
    chat.conversation.putUsers(users)
    chat.putThread(thread)
    for (const event of thread.events) noteEvent(desk, chat, event)
  },

  incoming_event(desk, { event }, chat) {
    if (chat.putEvent(event)) noteEvent(desk, chat, event)
  },

  chat_users_updated(_desk, { updated_users: { customers, agents } }, chat) {
    for (const { added, removed_ids } of [customers, agents]) {
      chat.conversation.putUsers(added)
      chat.conversation.markAbsent(removed_ids)
    }
  },

  thread_closed(desk, { thread_id }, chat) {
    chat.closeThread(thread_id)
    desk.sneakPeeks.delete(chat.id)
  },

  customer_updated(_desk, { customer }, chat) {
    chat.conversation.putUsers([customer])
  },

  last_seen_timestamp_updated(_desk, { user_id, timestamp }, chat) {
    chat.conversation.setLastSeen(user_id, timestamp)
  },

  incoming_sneak_peek(desk, { sneak_peek }, chat) {
    if (sneak_peek.text === '') desk.sneakPeeks.delete(chat.id)
    else desk.sneakPeeks.set(chat.id, sneak_peek.text)
  },

  incoming_typing_indicator(desk, { typing_indicator: { author_id, is_typing } }, chat) {
    if (author_id === desk.me.id) return
    if (is_typing) desk.typing.set(`${chat.id} ${author_id}`, { chatId: chat.id, authorId: author_id })
    else desk.typing.delete(`${chat.id} ${author_id}`)
  },
}

export function applyPush(desk, action, payload) {
  if (action === 'agent_updated' && payload.agent_id === desk.me.id) {
    desk.me = { ...desk.me, routing_status: payload.routing_status }
  }
  const apply = appliers[action]
  if (apply === undefined) return
  const chat = desk.chats.get(payload.chat_id)
  if (chat !== undefined || action === 'incoming_chat_thread') apply(desk, payload, chat)
  else desk.discover()
}

function noteEvent(desk, chat, event) {
  desk.typing.delete(`${chat.id} ${event.author_id}`)
  if (event.author_id === chat.customer?.id) desk.sneakPeeks.delete(chat.id)
  desk.noteNews(chat, event)
}
