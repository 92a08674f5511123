import { startChat } from '../../support/conversations.js'
import { startSeconds } from '../../support/engine.js'
import { textAt } from '../../support/json.js'
import { message, plainEvents, properties, richMessage } from '../recording/events.js'
import { aboutChat, always, type Samples } from './sample.js'

const page = { url: 'https://shop.example/', title: 'Shop' }
const details = { name: 'Kim', email: 'kim@example.com', fields: { plan: 'gold' } }
const scopes = { add_scopes: { groups: [1] }, remove_scopes: { groups: [2] } }
const update = { properties: { test: { int_property: 1 } } }

export const customerSamples: Samples = {
  login: [
    {
      payload: async ({ token }) => {
        const visit = { page: { ...page, referrer: 'https://search.example/' }, timezone: 'Europe/Warsaw' }
        return { token, customer: { ...details, monitoring: visit } }
      },
    },
  ],
  get_chats_summary: [always({ offset: 0, limit: 10 })],
  get_chat_threads: [aboutChat(({ threadId }) => ({ thread_ids: [threadId] }))],
  get_chat_threads_summary: [aboutChat(() => ({ offset: 0, limit: 25 }))],
  start_chat: [
    always({ chat: { scopes: { groups: [0] }, properties, thread: { events: [message], properties } } }),
  ],
  send_event: [...plainEvents, richMessage].map((event) => aboutChat(() => ({ event }))),
  send_rich_message_postback: [
    {
      payload: async (person) => {
        const { chatId: chat_id, threadId: thread_id } = await startChat(person)
        const sent = await person.web().succeed('send_event', { chat_id, event: richMessage })
        const event_id = textAt(sent, 'event.id')
        return { chat_id, thread_id, event_id, postback: { id: 'yes', toggled: true } }
      },
    },
  ],
  send_sneak_peek: [aboutChat(() => ({ sneak_peek_text: 'Hel' }))],
  close_thread: [aboutChat(({ threadId: thread_id }) => ({ thread_id }))],
  update_chat_scopes: [aboutChat(() => scopes)],
  update_customer: [always({ ...details, monitoring: { page, timezone: 'Europe/Warsaw' } })],
  update_chat_properties: [aboutChat(() => update)],
  update_chat_thread_properties: [aboutChat(({ threadId: thread_id }) => ({ thread_id, ...update }))],
  update_last_seen_timestamp: [aboutChat(() => ({ timestamp: startSeconds }))],
}
