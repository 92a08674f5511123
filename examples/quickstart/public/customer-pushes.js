/** Applies each push of the Customer API to a `CustomerChat`. */
const appliers = {
  incoming_event({ chat, payload: { event, thread_id } }) {
    chat.addEvent(event, thread_id)
    chat.queuePosition.applyEvent(event)
  },

  incoming_rich_message_postback({ conversation, payload }) {
    conversation.putPostback(payload)
  },

  thread_closed({ chat, conversation, payload }) {
    conversation.closeThread(payload.thread_id)
    chat.typing.clear()
    chat.peek.update('')
    chat.queuePosition.stopWaiting()
  },

  chat_users_updated({ chat, conversation, payload: { updated_users } }) {
    conversation.putUsers(updated_users.added)
    conversation.markAbsent(updated_users.removed_ids)
    if (updated_users.added.some((user) => user.type === 'agent' && user.present))
      chat.queuePosition.stopWaiting()
  },

  queue_position_updated({ chat, payload }) {
    chat.queuePosition.setFromPush(payload.queue)
  },

  customer_updated({ conversation, payload }) {
    conversation.putUsers([payload.customer])
  },

  last_seen_timestamp_updated({ conversation, payload }) {
    conversation.setLastSeen(payload.user_id, payload.timestamp)
  },

  incoming_typing_indicator({ chat, payload: { typing_indicator } }) {
    if (typing_indicator.is_typing) chat.typing.set(typing_indicator.author_id, true)
    else chat.typing.delete(typing_indicator.author_id)
  },
}

export function applyPush(chat, action, payload) {
  if (action === 'incoming_chat_thread') return showThread(chat, payload.chat)
  const { conversation } = chat
  if (conversation === undefined || payload.chat_id !== conversation.id) return
  appliers[action]?.({ chat, conversation, payload })
}

function showThread(chat, shown) {
  chat.putChat(shown)
  if (shown.id === chat.conversation.id && shown.thread.active) chat.queuePosition.startWaiting()
}
