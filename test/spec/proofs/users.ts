import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, has } from '../../support/json.js'
import { boolean, integer, mapOf, object, oneOf, optional, text, timestamp, uuid } from '../checks.js'
import { proving } from '../proving.js'
import { objectsOfKind } from '../recording/kinds.js'
import { recordingOf } from '../recording/recording.js'
import { showsFields } from '../shows.js'
import { verifies } from '../verifies.js'

const status = oneOf('accepting_chats', 'not_accepting_chats')

proving('users', (storage) => {
  showsFields(storage, {
    'chat.customer_c.id': uuid,
    'chat.customer_c.type': oneOf('customer'),
    'chat.customer_c.name': text,
    'chat.customer_c.email': text,
    'chat.customer_c.present': boolean,
    'chat.customer_c.fields': mapOf(text),
    'chat.customer_c.last_seen_timestamp': optional(timestamp),
    'chat.customer_a.id': uuid,
    'chat.customer_a.type': oneOf('customer'),
    'chat.customer_a.name': text,
    'chat.customer_a.email': text,
    'chat.customer_a.present': boolean,
    'chat.customer_a.last_seen_timestamp': optional(timestamp),
    'chat.customer_a.fields': mapOf(text),
    'chat.customer_a.banned': boolean,
    'chat.customer_a.monitoring': object,
    'chat.customer_a.monitoring.current_visit.start': timestamp,
    'chat.customer_a.monitoring.current_visit.pages[].start': timestamp,
    'chat.customer_a.monitoring.current_visit.pages[].url': text,
    'chat.customer_a.monitoring.current_visit.pages[].title': text,
    'chat.customer_a.monitoring.stats.visits': integer,
    'chat.customer_a.monitoring.stats.threads': integer,
    'chat.customer_a.monitoring.stats.page_views': integer,
    'chat.customer_a.monitoring.stats.last_visit': timestamp,
    'chat.customer_a.monitoring.referrer': text,
    'chat.customer_a.monitoring.ip': text,
    'chat.customer_a.monitoring.host': text,
    'chat.customer_a.monitoring.user_agent': text,
    'chat.customer_a.monitoring.geolocation.timezone': text,
  })
  showsFields(storage, {
    'chat.agent_c.id': text,
    'chat.agent_c.type': oneOf('agent'),
    'chat.agent_c.name': text,
    'chat.agent_c.avatar': optional(text),
    'chat.agent_c.present': boolean,
    'chat.agent_c.last_seen_timestamp': optional(timestamp),
    'chat.agent_a.id': text,
    'chat.agent_a.type': oneOf('agent'),
    'chat.agent_a.name': text,
    'chat.agent_a.email': text,
    'chat.agent_a.present': boolean,
    'chat.agent_a.last_seen_timestamp': optional(timestamp),
    'chat.agent_a.avatar': optional(text),
    'chat.agent_a.routing_status': optional(status),
    'chat.my_profile.permission': oneOf('administrator'),
  })

  verifies('chat.my_profile.agent', 'the own profile has the fields of an agent', async () => {
    const profiles = objectsOfKind('chat.my_profile', await recordingOf(storage))
    assert.ok(profiles.length > 0)
    for (const { object: profile } of profiles) {
      for (const field of ['id', 'name', 'email']) assert.equal(typeof profile[field], 'string')
      assert.deepEqual([profile.type, profile.present], ['agent', true])
      assert.ok(status.holds(profile.routing_status))
    }
    assert.ok(profiles.some(({ object: profile }) => typeof profile.avatar === 'string'))
  })
})

proving('what is not known of users', (storage) => {
  const suite = useEngine(storage)

  verifies('chat.customer_a.optional', 'is absent', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer({ fields: { plan: 'gold' } }), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
    const user = at(read, 'chat.users.0')
    for (const field of ['name', 'email', 'last_seen_timestamp']) assert.equal(has(user, field), false)
  })

  verifies('chat.agent_a.routing_status', 'an agent who is not logged in has no status', async () => {
    const world = await suite.world()
    const [agent, other] = [await world.agent('ada'), await world.agent('bob')]
    const { chatId } = await startChat(agent)
    const user = async () =>
      at(await other.web().succeed('get_chat_threads', { chat_id: chatId }), 'chat.users.0')
    assert.equal(has(await user(), 'routing_status'), false)
    await agent.connect()
    assert.equal(at(await user(), 'routing_status'), 'accepting_chats')
  })
})
