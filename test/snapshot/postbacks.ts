import { type Chat, type ChatEvent, withThreadChanged } from './chat.js'

interface Postback {
  readonly userId: string
  readonly id: string
  readonly toggled: boolean
}

/** Adds the user to every button of that postback, or removes the user from them. */
export function withPostback(chat: Chat, threadId: string, eventId: string, postback: Postback): Chat {
  return withThreadChanged(chat, threadId, (thread) => ({
    ...thread,
    events: thread.events.map((event) => (event.id === eventId ? answered(event, postback) : event)),
  }))
}

function answered(event: ChatEvent, { userId, id, toggled }: Postback): ChatEvent {
  if (event.type !== 'rich_message' || event.elements === undefined) return event
  const elements = event.elements.map((element) => {
    const buttons = element.buttons?.map((button) => {
      if (button.postback_id !== id) return button
      const others = button.user_ids.filter((one) => one !== userId)
      return { ...button, user_ids: toggled ? [...others, userId] : others }
    })
    return { ...element, ...(buttons && { buttons }) }
  })
  return { ...event, elements }
}
