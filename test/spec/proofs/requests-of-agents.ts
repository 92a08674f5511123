import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import type { World } from '../../support/world.js'
import { proving } from '../proving.js'
import { message, properties } from '../recording/events.js'
import { optional, required, type Sample, takesFields } from '../takes.js'

/** A request of an agent about a chat that the agent started. */
const aboutChat =
  (fieldsFor: (ids: { readonly threadId: string; readonly agentId: string }) => object) =>
  async (world: World): Promise<Sample> => {
    const person = await world.agent('ada')
    const { chatId, threadId } = await startChat(person)
    return { person, payload: { chat_id: chatId, ...fieldsFor({ threadId, agentId: person.id }) } }
  }

proving('requests of the Agent API', (storage) => {
  const suite = useEngine(storage)
  const newWorld = () => suite.world()

  takesFields(newWorld, {
    name: 'agent.login',
    transports: ['rtm'],
    sample: async (world) => {
      const person = await world.agent('ada')
      const push_notifications = { push_service_token: 'device', platform: 'android' }
      const application = { name: 'Desk', version: '1.0' }
      return { person, payload: { token: person.token, reconnect: true, push_notifications, application } }
    },
    fields: {
      'chat.agent.login.request.token': required(7),
      'chat.agent.login.request.reconnect': optional('yes'),
      'chat.agent.login.request.push_notifications.push_service_token': optional(7),
      'chat.agent.login.request.push_notifications.platform': required('symbian'),
      'chat.agent.login.request.application.name': optional(7),
      'chat.agent.login.request.application.version': optional(1),
    },
  })

  takesFields(newWorld, {
    name: 'agent.get_filtered_chats',
    sample: async (world) => {
      return { person: await world.agent('ada'), payload: { filters: { include_active: true } } }
    },
    fields: { 'chat.agent.get_filtered_chats.request.filters.include_active': optional('yes') },
  })

  takesFields(newWorld, {
    name: 'agent.get_chat_threads',
    sample: aboutChat(({ threadId }) => ({ thread_ids: [threadId] })),
    fields: {
      'chat.agent.get_chat_threads.request.chat_id': required(7),
      'chat.agent.get_chat_threads.request.thread_ids': optional('thread'),
    },
  })

  takesFields(newWorld, {
    name: 'agent.start_chat',
    sample: async (world) => {
      const payload = { chat: { properties, thread: { events: [message], properties } } }
      return { person: await world.agent('ada'), payload }
    },
    fields: {
      'chat.agent.start_chat.request.chat.properties': optional('all'),
      'chat.agent.start_chat.request.chat.thread.events': optional('all'),
      'chat.agent.start_chat.request.chat.thread.properties': optional('all'),
    },
  })

  takesFields(newWorld, {
    name: 'agent.join_chat',
    sample: aboutChat(({ agentId }) => ({ agent_ids: [agentId] })),
    fields: {
      'chat.agent.join_chat.request.chat_id': required(7),
      'chat.agent.join_chat.request.agent_ids': required('ada'),
    },
  })

  takesFields(newWorld, {
    name: 'agent.remove_from_chat',
    sample: aboutChat(({ agentId }) => ({ agent_ids: [agentId] })),
    fields: {
      'chat.agent.remove_from_chat.request.chat_id': required(7),
      'chat.agent.remove_from_chat.request.agent_ids': optional('ada'),
    },
  })

  takesFields(newWorld, {
    name: 'agent.send_event',
    sample: aboutChat(() => ({ event: message })),
    fields: {
      'chat.agent.send_event.request.chat_id': required(7),
      'chat.agent.send_event.request.event': required('Hello'),
    },
  })

  takesFields(newWorld, {
    name: 'agent.send_typing_indicator',
    sample: aboutChat(() => ({ recipients: 'agents', is_typing: true })),
    fields: {
      'chat.agent.send_typing_indicator.request.chat_id': required(7),
      'chat.agent.send_typing_indicator.request.recipients': optional('customers'),
      'chat.agent.send_typing_indicator.request.is_typing': required('yes'),
    },
  })

  takesFields(newWorld, {
    name: 'agent.close_thread',
    sample: aboutChat(() => ({})),
    fields: { 'chat.agent.close_thread.request.chat_id': required(7) },
  })

  takesFields(newWorld, {
    name: 'agent.update_agent',
    sample: async (world) => {
      const person = await world.agent('ada')
      await person.connect()
      return { person, payload: { agent_id: person.id, routing_status: 'not_accepting_chats' } }
    },
    fields: {
      'chat.agent.update_agent.request.agent_id': optional(7),
      'chat.agent.update_agent.request.routing_status': required('offline'),
    },
  })

  takesFields(newWorld, {
    name: 'agent.update_last_seen_timestamp',
    sample: aboutChat(() => ({ timestamp: startSeconds })),
    fields: {
      'chat.agent.update_last_seen_timestamp.request.chat_id': required(7),
      'chat.agent.update_last_seen_timestamp.request.timestamp': optional('now'),
    },
  })
})
