import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, has } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { nextInLine } from '../../support/queue.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const hidden = { scopes: { groups: [3] } }

/** An agent who is connected and accepts chats, but does not see chats of group 3. */
async function connectedAgent(world: World) {
  const agent = await world.agent('ada', { permission: 'normal', groups: [4] })
  return { agent, desk: await agent.connect() }
}

async function readQueue(customer: Person): Promise<unknown> {
  return at(await customer.web().succeed('get_chats_summary'), 'chats_summary.0.queue')
}

forEachStorage('the queue position of a customer', (storage) => {
  const suite = useEngine(storage)

  test('the queue position counts all waiting threads of the license, the longest-waiting first', async () => {
    const world = await suite.world()
    await startChat(await (await suite.world()).customer())
    const customers = [await world.customer(), await world.customer(), await world.customer()]
    for (const [index, customer] of customers.entries()) {
      suite.engine.clock.advance(2_000)
      const started = await customer.web().succeed('start_chat')
      assert.deepEqual(at(started, 'chat.queue'), { ...nextInLine, position: index + 1 })
    }
    const [first, , last] = customers
    assert.ok(first && last)
    assert.deepEqual(await readQueue(last), { ...nextInLine, position: 3 })
    assert.deepEqual(await readQueue(first), { ...nextInLine, wait_seconds: 4 })
    const chatId = at(await first.web().succeed('get_chats_summary'), 'chats_summary.0.id')
    await first.web().succeed('close_thread', { chat_id: chatId })
    assert.deepEqual(await readQueue(last), { ...nextInLine, position: 2 })
  })

  test('get_chats_summary shows a queue position for each waiting chat, and for no other', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer)
    await customer.web().succeed('close_thread', { chat_id: chatId })
    suite.engine.clock.advance(1_000)
    await startChat(customer)
    suite.engine.clock.advance(1_000)
    await startChat(customer)
    const { chats_summary } = Object(await customer.web().succeed('get_chats_summary'))
    assert.deepEqual(
      chats_summary.map(({ queue }: { queue: unknown }) => queue),
      [{ ...nextInLine, position: 2 }, { ...nextInLine, wait_seconds: 1 }, undefined],
    )
  })

  test('the queue position disappears when an agent is assigned, and returns unchanged when the agent leaves', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId: chat_id, threadId } = await startChat(customer)
    suite.engine.clock.advance(3_000)
    await startChat(await world.customer())
    const read = () => customer.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
    await agent.web().succeed('join_chat', { chat_id, agent_ids: [agent.id] })
    assert.equal(has(at(await read(), 'chat'), 'queue'), false)
    await agent.web().succeed('remove_from_chat', { chat_id })
    assert.deepEqual(at(await read(), 'chat.queue'), { ...nextInLine, wait_seconds: 3 })
  })

  test('the queue shows whether an agent accepts chats', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    await startChat(customer, hidden)
    assert.deepEqual(await readQueue(customer), nextInLine)
    const { desk } = await connectedAgent(world)
    assert.deepEqual(await readQueue(customer), { ...nextInLine, accepting_chats: true })
    await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
    assert.deepEqual(await readQueue(customer), nextInLine)
  })

  forEachTransport('customer', (transport, version) => {
    test('the queue position is shown in v0.5, and in no older version', async () => {
      const caller = await (await (await suite.world()).customer()).via(transport, version)
      const isShown = version === 'v0.5'
      const { chat } = Object(await caller.succeed('start_chat'))
      assert.equal(has(chat, 'queue'), isShown)
      const thread = { chat_id: chat.id, thread_ids: [chat.thread.id] }
      const read = [
        at(await caller.succeed('get_chat_threads', thread), 'chat'),
        at(await caller.succeed('get_chats_summary'), 'chats_summary.0'),
      ]
      for (const shown of read) assert.equal(has(shown, 'queue'), isShown)
    })
  })
})
