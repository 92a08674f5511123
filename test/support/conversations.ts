import { textAt } from './json.js'
import type { Person } from './world.js'

export interface Conversation {
  readonly chatId: string
  readonly threadId: string
}

/** Starts a chat as the person. `chat` is the chat of the request, for example its scopes. */
export async function startChat(person: Person, chat: object = {}): Promise<Conversation> {
  const response = await person.web().succeed('start_chat', { chat })
  return { chatId: textAt(response, 'chat.id'), threadId: textAt(response, 'chat.thread.id') }
}

/** Sends a message and returns the id of its event. */
export async function say(
  person: Person,
  chatId: string,
  text: string,
  fields: object = {},
): Promise<string> {
  const event = { type: 'message', text, ...fields }
  return textAt(await person.web().succeed('send_event', { chat_id: chatId, event }), 'event.id')
}
