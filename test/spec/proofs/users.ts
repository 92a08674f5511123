import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, has } from '../../support/json.js'
import { objectsOf } from '../fields/shown.js'
import { proving } from '../proving.js'
import { recordingOf } from '../recording/recording.js'
import { verifies } from '../verifies.js'

proving('users', (storage) => {
  verifies('chat.my_profile.permission', 'the own profile shows the permission', async () => {
    const profiles = objectsOf('chat.md "User", my profile (A)', await recordingOf(storage))
    assert.ok(profiles.length > 0)
    for (const { object: profile } of profiles) assert.equal(profile.permission, 'administrator')
  })
})

proving('unknown data of users', (storage) => {
  const suite = useEngine(storage)

  verifies('chat.customer_a.optional', 'unknown data of users is absent', async () => {
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
