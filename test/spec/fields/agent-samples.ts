import { startSeconds } from '../../support/engine.js'
import { uploadImage } from '../../support/forms.js'
import { png } from '../../support/images.js'
import { textAt } from '../../support/json.js'
import type { Person } from '../../support/world.js'
import { fileEvent, message, plainEvents, properties, richMessage } from '../recording/events.js'
import { aboutChat, always, type Sample, type Samples } from './sample.js'

const update = { properties: { test: { int_property: 1 } } }
const scopes = { add_scopes: { groups: [1] }, remove_scopes: { groups: [2] } }
const recipients = 'agents'
const thread = { events: [{ ...message, recipients }], properties }
const filters = { test: { string_property: { values: ['paid'] } } }
const device = { push_service_token: 'device', platform: 'android' }
const content = { a: 1 }

/** Returns a sample event of type file that names an uploaded image by its url or by its path. */
function withImage(name: 'url' | 'path'): Sample {
  const payload = async (person: Person) => {
    const image = await uploadImage(person, png(1, 1))
    const event = { ...fileEvent, recipients, [name]: image[name] }
    return aboutChat(() => ({ event })).payload(person)
  }
  return { payload, oneOf: [`event.${name}`] }
}

/** Returns a sample with rules, which need a group, and for the address one type of filter. */
function withRules(type: 'values' | 'exclude_values'): Sample {
  const customer_url = { [type]: [{ value: 'a', exact_match: true }] }
  const rules = { chat_properties: filters, customer_url }
  const payload = { scopes: { groups: [1] }, rules, description: 'Who pays' }
  return { ...always(payload), oneOf: ['scopes.groups', `rules.customer_url.${type}`] }
}

export const agentSamples: Samples = {
  login: [
    {
      payload: async ({ token }) => {
        const application = { name: 'Desk', version: '1.0' }
        return { token, reconnect: true, push_notifications: device, application }
      },
    },
  ],
  get_archives: [
    always({
      filters: {
        ...{ query: 'hello', date_from: '2026-01-01', date_to: '2026-01-31' },
        ...{ agent_ids: ['ada'], team_ids: [0], properties: filters },
      },
      pagination: { page: 1, limit: 25 },
    }),
  ],
  get_filtered_chats: [always({ filters: { include_active: true, properties: filters } })],
  get_chat_threads: [aboutChat(({ threadId }) => ({ thread_ids: [threadId] }))],
  start_chat: [always({ chat: { properties, thread } })],
  'start_chat@v0.3': [
    {
      payload: async ({ id }) => {
        return { chat: { properties, thread: { ...thread, scopes: { groups: [0], agents: [id] } } } }
      },
    },
  ],
  join_chat: [aboutChat(({ person }) => ({ agent_ids: [person.id] }))],
  remove_from_chat: [aboutChat(({ person }) => ({ agent_ids: [person.id] }))],
  send_event: [
    ...[...plainEvents, richMessage].map((event) => aboutChat(() => ({ event: { ...event, recipients } }))),
    withImage('url'),
    withImage('path'),
  ],
  multicast: [
    {
      payload: async ({ id, world }) => {
        const customers = { ids: [(await world.customer()).id] }
        return { scopes: { agents: { all: true, ids: [id], groups: [0] }, customers }, content }
      },
    },
  ],
  send_broadcast: [{ payload: async ({ id }) => ({ scopes: { agents: [id], groups: [0] }, content }) }],
  send_typing_indicator: [aboutChat(() => ({ recipients, is_typing: true }))],
  ban_customer: [
    { payload: async ({ world }) => ({ customer_id: (await world.customer()).id, ban: { days: 1 } }) },
  ],
  close_thread: [aboutChat(() => ({}))],
  update_chat_scopes: [aboutChat(() => scopes)],
  'update_chat_scopes@v0.3': [
    aboutChat(({ person }) => {
      const { add_scopes, remove_scopes } = scopes
      const agents = [person.id]
      return { add_scopes: { ...add_scopes, agents }, remove_scopes: { ...remove_scopes, agents } }
    }),
  ],
  update_agent: [
    {
      payload: async (person) => {
        await person.connect()
        return { agent_id: person.id, routing_status: 'not_accepting_chats' }
      },
    },
  ],
  change_push_notifications: [always({ ...device, enabled: true })],
  update_chat_properties: [aboutChat(() => update)],
  update_chat_thread_properties: [aboutChat(({ threadId: thread_id }) => ({ thread_id, ...update }))],
  update_last_seen_timestamp: [aboutChat(() => ({ timestamp: startSeconds }))],
  add_auto_chat_scopes: [withRules('values'), withRules('exclude_values')],
  remove_auto_chat_scopes: [
    {
      payload: async (person) => {
        const auto = { scopes: { groups: [1] }, rules: { chat_properties: filters } }
        const added = await person.web().succeed('add_auto_chat_scopes', auto)
        return { auto_chat_scopes_id: textAt(added, 'auto_chat_scopes_id') }
      },
    },
  ],
  get_auto_chat_scopes_config: [always({})],
}
