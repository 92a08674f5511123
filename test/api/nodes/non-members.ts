import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { at } from '../../support/json.js'
import { forEachDatabase } from '../../support/storages.js'
import { arrived, useTwoNodes } from '../../support/two-nodes.js'

const event = { type: 'message', text: 'Hello' } as const

forEachDatabase('an agent who writes without joining, on two nodes', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 7, duplicated: 0.5, lost: 0 })

  test('the new user is pushed once', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    // Connects a client to each node, so that both nodes receive the facts of the chat.
    const phones = [await customer.connect(), await customer.on(there).connect()]
    const { chatId: chat_id, threadId } = await startChat(customer)
    await arrived(nodes())
    for (const phone of phones) await phone.pushes()
    for (const node of [here, there, here, there]) {
      await agent.on(node).web().succeed('send_event', { chat_id, event })
    }
    await arrived(nodes())
    for (const phone of phones) {
      const actions = (await phone.pushes()).map(({ action }) => action)
      assert.deepEqual(actions, ['chat_users_updated', ...Array(4).fill('incoming_event')])
    }
    const read = await agent.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
    assert.deepEqual(at(read, 'chat.threads.0.user_ids'), [customer.id, agent.id])
  })
})
