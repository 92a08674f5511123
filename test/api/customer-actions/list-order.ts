import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, listAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('the order of the chats of a customer', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('customer', (transport, version) => {
    test('get_chats_summary is sorted by events visible to the customer, and get_filtered_chats by all events', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const chats = [(await startChat(customer)).chatId, (await startChat(customer)).chatId].sort()
      const began = suite.engine.clock.now()
      const [earlier, later] = [textAt(chats, '0'), textAt(chats, '1')]
      const caller = await customer.via(transport, version)
      const orders = async () => {
        const list = listAt(await caller.succeed('get_chats_summary'), 'chats_summary')
        return list.map((summary) => [at(summary, 'id'), at(summary, 'order')])
      }
      const ofAgent = async () => {
        const list = listAt(await agent.web().succeed('get_filtered_chats'), 'chats_summary')
        return list.map((summary) => at(summary, 'id'))
      }
      for (const chatId of chats) {
        await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
      }
      const before = [
        [later, began],
        [earlier, began],
      ]
      assert.deepEqual([await orders(), await ofAgent()], [before, [later, earlier]])
      suite.engine.clock.advance(1_000)
      await say(agent, earlier, 'Among us', { recipients: 'agents' })
      assert.deepEqual([await orders(), await ofAgent()], [before, [earlier, later]])
      suite.engine.clock.advance(1_000)
      await say(agent, earlier, 'Hello')
      const after = [
        [earlier, began + 2_000],
        [later, began],
      ]
      assert.deepEqual([await orders(), await ofAgent()], [after, [earlier, later]])
    })
  })
})
