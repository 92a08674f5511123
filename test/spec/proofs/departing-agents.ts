import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { departing, departureCases, provesNodeIsMissed, provesOneLogsOut } from '../../support/departures.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { pushFrame } from '../../support/rtm-client.js'
import { arrived, useTwoNodes } from '../../support/two-nodes.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

proving('agents who go', (storage) => {
  const suite = useEngine(storage, departing)
  for (const { ids, title, prove } of departureCases) verifies(ids, title, () => prove(suite.engine))
})

proving('agents who go, with the default grace', (storage) => {
  const suite = useEngine(storage)

  verifies('decisions.7.10.minute', 'who has no connection is in the chat for a minute', async () => {
    const world = await suite.world()
    const [ada, bob] = [await world.agent('ada'), await world.agent('bob')]
    const { chatId } = await startChat(ada)
    const isPresent = async () =>
      at(await bob.web().succeed('get_chat_threads', { chat_id: chatId }), 'chat.users.0.present')
    const desk = await ada.connect()
    const gone = new Promise((resolve) => suite.engine.parley.on('agents_disconnected', resolve))
    await desk.close()
    await gone
    suite.engine.clock.advance(59_999)
    await suite.engine.parley.health()
    assert.equal(await isPresent(), true)
    suite.engine.clock.advance(1)
    await eventually(async () => assert.equal(await isPresent(), false))
  })
})

proving('agents of two nodes who go', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 8, duplicated: 0, lost: 0 }, departing)

  verifies('decisions.7.10.one_node', 'one of two nodes logs out who has gone, once', () => {
    const { here, there } = nodes()
    return provesOneLogsOut(here, there)
  })
})

proving('agents of a node that ends', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 9, duplicated: 0, lost: 0 }, departing)

  verifies('decisions.7.10.node', 'the chats of a node of which nothing is heard go to others', () => {
    const { here, there } = nodes()
    return provesNodeIsMissed(here, there)
  })
})

proving('agents of two nodes who accept chats', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 10, duplicated: 0, lost: 0 })

  verifies('decisions.7.10.agent_updated', 'a status is told once to each connection', async () => {
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
