import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, has } from '../../support/json.js'
import { nextInLine } from '../../support/queue.js'
import type { Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const hidden = { scopes: { groups: [3] } }
const name = 'queue_position_updated'

async function readChat(customer: Person): Promise<unknown> {
  return at(await customer.web().succeed('get_chats_summary'), 'chats_summary.0')
}

proving('the queue position of a customer', (storage) => {
  const suite = useEngine(storage)

  /** Creates two customers who wait for agents of group 3, one second apart. */
  async function setUp() {
    const world = await suite.world()
    const [first, second] = [await world.customer(), await world.customer()]
    const { chatId: firstId } = await startChat(first, hidden)
    suite.engine.clock.advance(1_000)
    await startChat(second, hidden)
    return { world, first, second, firstId }
  }

  verifies(
    ['decisions.7.8.queue', 'decisions.7.8.position', 'decisions.7.8.wait_seconds'],
    'each customer sees the queue position and waiting time until an agent is assigned',
    async () => {
      const { world, first, second, firstId } = await setUp()
      assert.deepEqual(at(await readChat(first), 'queue'), { ...nextInLine, wait_seconds: 1 })
      assert.deepEqual(at(await readChat(second), 'queue'), { ...nextInLine, position: 2 })
      const agent = await world.agent('ada')
      await agent.web().succeed('join_chat', { chat_id: firstId, agent_ids: [agent.id] })
      assert.equal(has(await readChat(first), 'queue'), false)
      assert.deepEqual(at(await readChat(second), 'queue'), nextInLine)
    },
  )

  verifies(
    'decisions.7.8.accepting_chats',
    'a waiting customer sees whether any agent accepts chats',
    async () => {
      const { world, first } = await setUp()
      assert.equal(at(await readChat(first), 'queue.accepting_chats'), false)
      const agent = await world.agent('ada', { permission: 'normal', groups: [4] })
      const desk = await agent.connect()
      assert.equal(at(await readChat(first), 'queue.accepting_chats'), true)
      await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
      assert.equal(at(await readChat(first), 'queue.accepting_chats'), false)
    },
  )

  verifies(
    ['decisions.7.9.push', 'decisions.7.9.rate'],
    'a customer who asked is pushed a new queue position, at most every five seconds',
    async () => {
      const { first, second, firstId } = await setUp()
      const [phone, silent] = [await second.connect('v0.5', { queue_updates: true }), await second.connect()]
      suite.engine.clock.advance(1_000)
      assert.equal(at(await phone.push(name), 'queue.position'), 2)
      await first.web().succeed('close_thread', { chat_id: firstId })
      suite.engine.clock.advance(4_000)
      assert.deepEqual(await phone.pushes(), [])
      suite.engine.clock.advance(1_000)
      assert.equal(at(await phone.push(name), 'queue.position'), 1)
      assert.deepEqual(
        (await silent.pushes()).filter(({ action }) => action === name),
        [],
      )
    },
  )
})

proving('the queue, when the system clock changes', (storage) => {
  const suite = useEngine(storage)

  verifies(
    'decisions.7.8.steady',
    'a customer who comes later waits behind, whatever the system clock shows',
    async () => {
      const world = await suite.world()
      const { clock } = suite.engine
      const [first, second] = [await world.customer(), await world.customer()]
      await startChat(first)
      clock.stepWallClock(-3_600_000)
      clock.advance(2_500)
      await startChat(second)
      assert.deepEqual(at(await readChat(first), 'queue'), { ...nextInLine, wait_seconds: 2 })
      assert.deepEqual(at(await readChat(second), 'queue'), { ...nextInLine, position: 2 })
    },
  )
})
