import { answerKey } from './forms.js'
import { ratingEvent, ratingKey } from './rating.js'

/** Sends what a customer answers besides messages: forms and pressed buttons. */

export function answerForm(chat, eventId, fields) {
  chat.outbox.addEvent({ type: 'filled_form', fields }, { key: answerKey(eventId) })
}

export function rate(chat, isGood, comment) {
  const key = ratingKey(chat.conversation.lastThread.id)
  chat.outbox.addEvent(ratingEvent(isGood, comment), { key })
}

/** Presses a button of a rich message, or releases it. */
export async function pressButton(chat, eventId, postbackId, toggled) {
  const { conversation, me } = chat
  const postback = { id: postbackId, toggled }
  const threadId = conversation.lastThread.id
  await chat.request('send_rich_message_postback', {
    ...{ chat_id: conversation.id, thread_id: threadId, event_id: eventId },
    postback,
  })
  // Shows the change immediately, because the push may be late, or lost with the connection.
  conversation.putPostback({ event_id: eventId, user_id: me, postback })
}
