import { textAt } from './json.js'
import type { Person } from './world.js'

export interface Conversation {
  readonly chatId: string
  readonly threadId: string
}

/** A chat that the person started; the chat's scopes where they matter. */
export async function startChat(person: Person, chat: object = {}): Promise<Conversation> {
  const response = await person.web().succeed('start_chat', { chat })
  return { chatId: textAt(response, 'chat.id'), threadId: textAt(response, 'chat.thread.id') }
}

/** The id of the event that it sent. */
export async function say(
  person: Person,
  chatId: string,
  text: string,
  fields: object = {},
): Promise<string> {
  const event = { type: 'message', text, ...fields }
  return textAt(await person.web().succeed('send_event', { chat_id: chatId, event }), 'event.id')
}
