import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { nextInLine } from '../../support/queue.js'
import type { RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { customerVersions } from '../../support/world.js'

const name = 'queue_position_updated'
const hidden = { scopes: { groups: [3] } }
const queueUpdates = { queue_updates: true }

async function assertNoPush(client: RtmClient): Promise<void> {
  assert.deepEqual(
    (await client.pushes()).filter(({ action }) => action === name),
    [],
  )
}

forEachStorage('queue_position_updated', (storage) => {
  const suite = useEngine(storage)
  const advance = (ms: number) => suite.engine.clock.advance(ms)

  /** Creates two waiting customers. The second one has requested queue updates on one of two connections. */
  async function setUp() {
    const world = await suite.world()
    const [first, second] = [await world.customer(), await world.customer()]
    const { chatId: firstId } = await startChat(first, hidden)
    advance(1)
    const { chatId: chat_id } = await startChat(second, hidden)
    const [phone, silent] = [await second.connect('v0.5', queueUpdates), await second.connect()]
    return { world, first, second, firstId, chat_id, phone, silent }
  }

  test('queue_position_updated reaches connections that asked for it, and repeats only on changes', async () => {
    const { first, firstId, chat_id, phone, silent } = await setUp()
    advance(1_000)
    const expected = { chat_id, queue: { ...nextInLine, position: 2, wait_seconds: 1 } }
    assert.deepEqual(await phone.push(name), expected)
    advance(10_000)
    await first.web().succeed('close_thread', { chat_id: firstId })
    advance(5_000)
    assert.deepEqual(await phone.push(name), { chat_id, queue: { ...nextInLine, wait_seconds: 16 } })
    await assertNoPush(phone)
    await assertNoPush(silent)
  })

  test('queue_position_updated announces when agents begin and stop accepting chats', async () => {
    const { world, chat_id, phone } = await setUp()
    advance(1_000)
    await phone.push(name)
    // This agent does not see the two chats, so they keep waiting.
    const agent = await world.agent('ada', { permission: 'normal', groups: [4] })
    const desk = await agent.connect()
    advance(5_000)
    const accepted = { position: 2, wait_seconds: 6, accepting_chats: true }
    assert.deepEqual(await phone.push(name), { chat_id, queue: accepted })
    await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
    advance(5_000)
    const refused = { position: 2, wait_seconds: 11, accepting_chats: false }
    assert.deepEqual(await phone.push(name), { chat_id, queue: refused })
  })

  test('queue_position_updated is not sent for a chat with an agent', async () => {
    const { world, first, chat_id, phone } = await setUp()
    const agent = await world.agent('ada')
    await agent.web().succeed('join_chat', { chat_id, agent_ids: [agent.id] })
    const other = await first.connect('v0.5', queueUpdates)
    advance(1_000)
    await other.push(name)
    await assertNoPush(phone)
  })

  test('queue_position_updated exists in v0.5 only, whatever older versions ask for', async () => {
    const { second, phone } = await setUp()
    const clients = []
    for (const version of customerVersions) clients.push(await second.connect(version, queueUpdates))
    advance(1_000)
    await phone.push(name)
    const [v03, v04, v05] = clients
    assert.ok(v03 && v04 && v05)
    await assertNoPush(v03)
    await assertNoPush(v04)
    await v05.push(name)
  })
})
