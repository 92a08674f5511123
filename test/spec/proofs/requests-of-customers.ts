import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import type { World } from '../../support/world.js'
import { proving } from '../proving.js'
import { message, properties } from '../recording/events.js'
import { optional, required, type Sample, takesFields } from '../takes.js'

const page = { url: 'https://shop.example/', title: 'Shop' }
const details = { name: 'Kim', email: 'kim@example.com', fields: { plan: 'gold' } }

/** A request about a chat that the customer started. */
const aboutChat =
  (fields: object) =>
  async (world: World): Promise<Sample> => {
    const person = await world.customer()
    const { chatId } = await startChat(person)
    return { person, payload: { chat_id: chatId, ...fields } }
  }

/** The same, with what names its thread. */
const aboutThread =
  (name: (threadId: string) => object) =>
  async (world: World): Promise<Sample> => {
    const person = await world.customer()
    const { chatId, threadId } = await startChat(person)
    return { person, payload: { chat_id: chatId, ...name(threadId) } }
  }

const aboutNothing =
  (payload: object) =>
  async (world: World): Promise<Sample> => ({ person: await world.customer(), payload })

proving('requests of the Customer API', (storage) => {
  const suite = useEngine(storage)
  const newWorld = () => suite.world()

  takesFields(newWorld, {
    name: 'customer.login',
    transports: ['rtm'],
    sample: async (world) => {
      const person = await world.customer()
      const monitoring = {
        page: { ...page, referrer: 'https://search.example/' },
        timezone: 'Europe/Warsaw',
      }
      return { person, payload: { token: person.token, customer: { ...details, monitoring } } }
    },
    fields: {
      'chat.customer.login.request.token': required(7),
      'chat.customer.login.request.customer.monitoring.page.url': optional(7, 'customer.monitoring.page'),
      'chat.customer.login.request.customer.monitoring.page.title': optional(7),
      'chat.customer.login.request.customer.monitoring.page.referrer': optional(7),
      'chat.customer.login.request.customer.monitoring.timezone': optional(7),
      'chat.customer.login.request.customer.name': optional(7),
      'chat.customer.login.request.customer.email': optional(7),
      'chat.customer.login.request.customer.fields': optional('plan'),
    },
  })

  takesFields(newWorld, {
    name: 'customer.get_chats_summary',
    sample: aboutNothing({ offset: 0, limit: 10 }),
    fields: {
      'chat.customer.get_chats_summary.request.offset': optional('0'),
      'chat.customer.get_chats_summary.request.limit': optional('10'),
    },
  })

  takesFields(newWorld, {
    name: 'customer.get_chat_threads',
    sample: aboutThread((threadId) => ({ thread_ids: [threadId] })),
    fields: {
      'chat.customer.get_chat_threads.request.chat_id': required(7),
      'chat.customer.get_chat_threads.request.thread_ids': required('thread'),
    },
  })

  takesFields(newWorld, {
    name: 'customer.get_chat_threads_summary',
    sample: aboutChat({ offset: 0, limit: 25 }),
    fields: {
      'chat.customer.get_chat_threads_summary.request.chat_id': required(7),
      'chat.customer.get_chat_threads_summary.request.offset': optional('0'),
      'chat.customer.get_chat_threads_summary.request.limit': optional('25'),
    },
  })

  takesFields(newWorld, {
    name: 'customer.start_chat',
    sample: aboutNothing({
      chat: { scopes: { groups: [0] }, properties, thread: { events: [message], properties } },
    }),
    fields: {
      'chat.customer.start_chat.request.chat.scopes': optional('all'),
      'chat.customer.start_chat.request.chat.properties': optional('all'),
      'chat.customer.start_chat.request.chat.thread.events': optional('all'),
      'chat.customer.start_chat.request.chat.thread.properties': optional('all'),
    },
  })

  takesFields(newWorld, {
    name: 'customer.send_event',
    sample: aboutChat({ event: message }),
    fields: {
      'chat.customer.send_event.request.chat_id': required(7),
      'chat.customer.send_event.request.event': required('Hello'),
    },
  })

  takesFields(newWorld, {
    name: 'customer.send_sneak_peek',
    sample: aboutChat({ sneak_peek_text: 'Hel' }),
    fields: {
      'chat.customer.send_sneak_peek.request.chat_id': required(7),
      'chat.customer.send_sneak_peek.request.sneak_peek_text': required(7),
    },
  })

  takesFields(newWorld, {
    name: 'customer.close_thread',
    sample: aboutThread((thread_id) => ({ thread_id })),
    fields: {
      'chat.customer.close_thread.request.chat_id': required(7),
      'chat.customer.close_thread.request.thread_id': optional(7),
    },
  })

  takesFields(newWorld, {
    name: 'customer.update_customer',
    sample: aboutNothing({ ...details, monitoring: { page, timezone: 'Europe/Warsaw' } }),
    fields: {
      'chat.customer.update_customer.request.name': optional(7),
      'chat.customer.update_customer.request.email': optional(7),
      'chat.customer.update_customer.request.monitoring.page.url': optional(7, 'monitoring.page'),
      'chat.customer.update_customer.request.monitoring.page.title': optional(7),
      'chat.customer.update_customer.request.monitoring.timezone': optional(7),
      'chat.customer.update_customer.request.fields': optional('plan'),
    },
  })

  takesFields(newWorld, {
    name: 'customer.update_last_seen_timestamp',
    sample: aboutChat({ timestamp: startSeconds }),
    fields: {
      'chat.customer.update_last_seen_timestamp.request.chat_id': required(7),
      'chat.customer.update_last_seen_timestamp.request.timestamp': optional('now'),
    },
  })
})
