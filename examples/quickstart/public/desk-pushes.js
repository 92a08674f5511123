/** Applies each push of the Agent API to an `AgentDesk`. */
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

  chat_users_updated(desk, { updated_users: { customers, agents } }, chat) {
    for (const { added, removed_ids } of [customers, agents]) {
      chat.conversation.putUsers(added)
      chat.conversation.markAbsent(removed_ids)
    }
    if (agents.removed_ids.includes(desk.me.id)) checkVisible(desk, chat)
  },

  thread_closed(desk, { thread_id }, chat) {
    chat.closeThread(thread_id)
    desk.sneakPeeks.delete(chat.id)
  },

  customer_updated(_desk, { customer }, chat) {
    chat.conversation.putUsers([customer])
  },

  chat_scopes_updated(desk, { scopes_added, scopes_removed }, chat) {
    chat.changeGroups(scopes_added.groups, scopes_removed.groups)
    checkVisible(desk, chat)
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
  if (action === 'customer_banned') markBanned(desk, payload.customer_id)
  const apply = appliers[action]
  if (apply === undefined) return
  const chat = desk.chats.get(payload.chat_id)
  if (chat !== undefined || action === 'incoming_chat_thread') apply(desk, payload, chat)
  else desk.discover()
}

/** Checks whether the agent can still see a chat after leaving it, or after its groups changed. */
async function checkVisible(desk, chat) {
  try {
    await desk.request('get_chat_threads', { chat_id: chat.id })
  } catch (error) {
    // A lost connection is ignored, because the next login loads what is visible.
    if (error.type === 'validation' || error.type === 'authorization') desk.forget(chat.id)
  }
}

function markBanned(desk, customerId) {
  for (const { customer, conversation } of desk.chats.values()) {
    if (customer?.id === customerId) conversation.putUsers([{ ...customer, banned: true }])
  }
}

function noteEvent(desk, chat, event) {
  desk.typing.delete(`${chat.id} ${event.author_id}`)
  if (event.author_id === chat.customer?.id) desk.sneakPeeks.delete(chat.id)
  desk.noteNews(chat, event)
}
