import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import {
  departureCases,
  departureOptions,
  proveDeadNodeIsDetected,
  proveOneLogsOut,
} from '../../support/departures.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { pushFrame } from '../../support/rtm-client.js'
import { arrived, useTwoNodes } from '../../support/two-nodes.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

proving('departing agents', (storage) => {
  const suite = useEngine(storage, departureOptions)
  for (const { ids, title, prove } of departureCases) verifies(ids, title, () => prove(suite.engine))
})

proving('departing agents, with the default grace period', (storage) => {
  const suite = useEngine(storage)

  verifies(
    'decisions.7.10.minute',
    'an agent without a connection stays in the chat for a minute',
    async () => {
      const world = await suite.world()
      const [ada, bob] = [await world.agent('ada'), await world.agent('bob')]
      const { chatId } = await startChat(ada)
      const isPresent = async () =>
        at(await bob.web().succeed('get_chat_threads', { chat_id: chatId }), 'chat.users.0.present')
      const desk = await ada.connect()
      const disconnected = new Promise((resolve) => suite.engine.parley.on('agents_disconnected', resolve))
      await desk.close()
      await disconnected
      suite.engine.clock.advance(59_999)
      await suite.engine.parley.health()
      assert.equal(await isPresent(), true)
      suite.engine.clock.advance(1)
      await eventually(async () => assert.equal(await isPresent(), false))
    },
  )
})

proving('departing agents on two nodes', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 8, duplicated: 0, lost: 0 }, departureOptions)

  verifies('decisions.7.10.one_node', 'only one of two nodes logs out an absent agent, and only once', () => {
    const { here, there } = nodes()
    return proveOneLogsOut(here, there)
  })
})

proving('agents on a node that dies', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 9, duplicated: 0, lost: 0 }, departureOptions)

  verifies('decisions.7.10.node', 'chats of agents on a dead node are assigned to others', () => {
    const { here, there } = nodes()
    return proveDeadNodeIsDetected(here, there)
  })
})

proving('agents on two nodes who accept chats', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 10, duplicated: 0, lost: 0 })

  verifies('decisions.7.10.agent_updated', 'a status is pushed once to each connection', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const [ada, bob] = [await world.agent('ada'), await world.agent('bob')]
    const receivers = [await ada.connect(), await ada.on(there).connect(), await bob.on(there).connect()]
    const away = { routing_status: 'not_accepting_chats' }
    await ada.web().succeed('update_agent', away)
    await arrived(nodes())
    const push = pushFrame('agent_updated', { agent_id: ada.id, ...away })
    for (const receiver of receivers) assert.deepEqual(await receiver.pushes(), [push])
  })
})
