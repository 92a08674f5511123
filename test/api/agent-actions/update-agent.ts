import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'

const away = { routing_status: 'not_accepting_chats' }
const unknownAgent = validation('payload.agent_id does not match any agent')

forEachStorage('update_agent', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('agent', (transport, version) => {
    test('update_agent changes the own status, and is pushed to every agent of the license but to no customer', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const blind = await world.agent('bob', { permission: 'normal', scopes: [] })
      const stranger = await (await suite.world()).agent('eve')
      const { chatId } = await startChat(agent)
      const [own, colleague, phone, elsewhere] = [
        await agent.connect(version),
        await blind.connect(),
        await customer.connect(),
        await stranger.connect(),
      ]
      const caller = await agent.via(transport, version)
      assert.deepEqual(await caller.succeed('update_agent', away), {})
      const push = pushFrame('agent_updated', { agent_id: agent.id, ...away })
      assert.deepEqual(await own.pushes(), [push])
      assert.deepEqual(await colleague.pushes(), [push])
      assert.deepEqual(await phone.pushes(), [])
      assert.deepEqual(await elsewhere.pushes(), [])
      const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
      assert.equal(at(read, 'chat.users.0.routing_status'), 'not_accepting_chats')
    })

    test('update_agent changes another agent with agents--all:write only', async () => {
      const world = await suite.world()
      const [boss, agent] = [await world.agent('ada'), await world.agent('bob', { permission: 'normal' })]
      const [desk, own] = [await boss.connect(version), await agent.connect()]
      const request = { agent_id: agent.id, ...away }
      await (await boss.via(transport, version)).succeed('update_agent', request)
      const push = pushFrame('agent_updated', request)
      assert.deepEqual([await desk.pushes(), await own.pushes()], [[push], [push]])
      assert.deepEqual(
        await (await agent.via(transport, version)).refuse('update_agent', { ...request, agent_id: boss.id }),
        authorization('other agents need the scope agents--all:write'),
      )
    })

    test('update_agent refuses an agent who is not logged in', async () => {
      const world = await suite.world()
      const [agent, other] = [await world.agent('ada'), await world.agent('bob')]
      const caller = await agent.via(transport, version)
      assert.deepEqual(
        await caller.refuse('update_agent', { agent_id: other.id, ...away }),
        validation('the agent is not logged in: log in over RTM first'),
      )
    })

    test('update_agent refuses an agent that does not exist or belongs to another license', async () => {
      const world = await suite.world()
      const stranger = await (await suite.world()).agent('eve')
      await stranger.connect()
      const caller = await (await world.agent('ada')).via(transport, version)
      for (const agent_id of [stranger.id, 'nobody']) {
        assert.deepEqual(await caller.refuse('update_agent', { agent_id, ...away }), unknownAgent)
      }
    })

    test('update_agent refuses a missing or unknown status', async () => {
      const caller = await (await (await suite.world()).agent('ada')).via(transport, version)
      assert.deepEqual(
        await caller.refuse('update_agent', {}),
        validation('payload.routing_status is required'),
      )
      assert.deepEqual(
        await caller.refuse('update_agent', { routing_status: 'offline' }),
        validation('payload.routing_status must be one of accepting_chats, not_accepting_chats'),
      )
    })

    test('update_agent needs a scope', async () => {
      const agent = await (await suite.world()).agent('ada', { scopes: ['chats--all:read'] })
      await agent.connect()
      assert.deepEqual(
        await (await agent.via(transport, version)).refuse('update_agent', away),
        authorization('one of the scopes agents--my:write, agents--all:write is needed'),
      )
    })
  })
})
