import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { forEachDatabase } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

const name = 'queue_position_updated'

forEachDatabase('the queue position, with two nodes that route', (kind) => {
  const nodes = useTwoNodes(kind, { seed: 12, duplicated: 0, lost: 0 }, { routing: { mode: 'automatic' } })

  test('the queue position moves on with assignments of the other node, until an agent is assigned', async () => {
    const { here, there } = nodes()
    const advance = (ms: number) => [here, there].forEach(({ clock }) => void clock.advance(ms))
    const world = await here.world()
    const agent = await world.agent('ada', { maxChatsCount: 1 })
    const customers = [await world.customer(), await world.customer(), await world.customer()]
    const [first, second, third] = customers
    assert.ok(first && second && third)
    const desk = await agent.connect()
    const { chatId: firstId } = await startChat(first)
    await desk.push('incoming_chat_thread')
    await desk.push('chat_users_updated')
    await startChat(second.on(there))
    advance(1)
    const { chatId: chat_id } = await startChat(third.on(there))
    const phone = await third.on(there).connect('v0.5', { queue_updates: true })
    advance(1_000)
    assert.deepEqual(await phone.push(name), {
      chat_id,
      queue: { position: 2, wait_seconds: 1, accepting_chats: true },
    })
    await first.web().succeed('close_thread', { chat_id: firstId })
    // The second customer was assigned.
    await desk.push('chat_users_updated')
    advance(5_000)
    assert.deepEqual(await phone.push(name), {
      chat_id,
      queue: { position: 1, wait_seconds: 6, accepting_chats: true },
    })
    await Promise.all([desk.close(), phone.close()])
  })
})
