import assert from 'node:assert/strict'
import type { PushService } from '@parley/core/ports'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { forEachDatabase } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

forEachDatabase('notifications with two nodes', (kind) => {
  const notified: { readonly agentId: string; readonly body: string }[] = []
  const pushService: PushService = {
    notify: async (_devices, { agentId, body }) => {
      notified.push({ agentId, body })
      return { deadTokens: [] }
    },
  }
  const nodes = useTwoNodes(kind, { seed: 11, duplicated: 0, lost: 0 }, { pushService })

  test('a notification is sent once, by the node that stored the event, and not to agents connected to the other node', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const [customer, ada, bob] = [await world.customer(), await world.agent('ada'), await world.agent('bob')]
    for (const agent of [ada, bob]) {
      const device = { push_service_token: `phone of ${agent.id}`, platform: 'ios', enabled: true }
      await agent.web().succeed('change_push_notifications', device)
    }
    const desk = await bob.on(there).connect()
    const { chatId } = await startChat(customer)
    const agent_ids = [ada.id, bob.id]
    await bob.web().succeed('join_chat', { chat_id: chatId, agent_ids })
    await say(customer, chatId, 'here')
    await say(customer.on(there), chatId, 'there')
    for (const { clock } of [here, there]) clock.advance(1_000)
    await eventually(async () => assert.equal(notified.length, 2))
    assert.deepEqual(
      notified.toSorted((a, b) => a.body.localeCompare(b.body)),
      [
        { agentId: ada.id, body: 'here' },
        { agentId: ada.id, body: 'there' },
      ],
    )
    await desk.close()
  })
})
