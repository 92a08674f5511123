import { RtmError } from './rtm.js'
import { upload } from './upload.js'

/** Sends what a customer wrote to the engine. */

export async function deliverEvent(chat, { key, content }) {
  // A message that is sent before the chats are loaded would open a second chat.
  if (!chat.isLoaded) throw new RtmError('offline', 'Not loaded yet.')
  const event = { ...content, custom_id: key }
  const options = { idempotencyKey: key }
  if (chat.conversation === undefined) {
    const payload = { chat: { thread: { events: [event] } } }
    const answer = await chat.request('start_chat', payload, options)
    chat.putChat(answer.chat)
    return chat.queuePosition.setFromResponse(answer.chat.queue)
  }
  const chatId = chat.conversation.id
  const answer = await chat.request('send_event', { chat_id: chatId, event }, options)
  if (chat.conversation?.id === chatId) chat.addEvent(answer.event, answer.thread_id)
}

/** Sends a file. The event arrives as a push, because the response contains only the file's address. */
export function deliverFile({ session, conversation }, { key, file }, watch) {
  if (conversation === undefined) throw new RtmError('validation', 'There is no chat to send it to.')
  const fields = { chat_id: conversation.id, custom_id: key }
  return upload(session, { action: 'send_file', part: 'file', fields, file, key }, watch)
}
