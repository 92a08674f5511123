import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('an agent who leaves a chat', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'automatic' } })

  async function setUp() {
    const world = await suite.world()
    const [ada, bob, customer] = [await world.agent('ada'), await world.agent('bob'), await world.customer()]
    const [desk, phone] = [await ada.connect(), await customer.connect()]
    const { chatId } = await startChat(customer)
    await phone.push('incoming_chat_thread')
    await phone.push('chat_users_updated')
    await phone.push('incoming_event')
    return { world, ada, bob, desk, phone, chatId }
  }

  test('an agent leaves the chat, and the thread waits for another agent', async () => {
    const { desk, phone, chatId, bob } = await setUp()
    await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
    await desk.succeed('remove_from_chat', { chat_id: chatId })
    await phone.push('chat_users_updated')
    const eventPush = await phone.push('incoming_event')
    assert.equal(at(eventPush, 'event.system_message_type'), 'routing.unassigned')
    await bob.connect()
    await phone.push('chat_users_updated')
    assert.equal(at(await phone.push('incoming_event'), 'event.text'), 'bob was assigned to the chat')
  })

  test('an agent is removed from the chat, and the thread is assigned to another agent', async () => {
    const { world, ada, bob, phone } = await setUp()
    await bob.connect()
    await world.engine.parley.admin.agents.delete(ada.id)
    await phone.push('chat_users_updated')
    assert.equal(at(await phone.push('incoming_event'), 'event.system_message_type'), 'routing.unassigned')
    await phone.push('chat_users_updated')
    assert.equal(at(await phone.push('incoming_event'), 'event.text'), 'bob was assigned to the chat')
  })
})
