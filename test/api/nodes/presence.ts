import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Storage } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { TestEngine } from '../../support/engine.js'
import { at, has } from '../../support/json.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachDatabase } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'
import type { Person } from '../../support/world.js'

const graceMs = 60_000
const leaseMs = 2_000

forEachDatabase('the presence of an agent, seen from another node', (kind) => {
  const nodes = useTwoNodes(kind, { seed: 6, duplicated: 0, lost: 0 })
  let storage: Storage

  before(async () => {
    storage = nodes().here.openStorage()
    await storage.open()
  })
  after(() => storage.close())

  /** Connects an agent to one node, and returns the view that another agent has of them on the other node. */
  async function setUp() {
    const { here, there } = nodes()
    const world = await here.world()
    const [agent, colleague] = [await world.agent('ada'), (await world.agent('bob')).on(there)]
    const { chatId } = await startChat(agent)
    const isOnline = async () => {
      const read = await colleague.web().succeed('get_chat_threads', { chat_id: chatId })
      return has(at(read, 'chat.users.0'), 'routing_status')
    }
    return { here, there, agent, isOnline }
  }

  const onlineUntil = async ({ id }: Person) => (await storage.read.agents.get(id))?.onlineUntil

  /** Advances the clock of a node, and waits until it has done what was due. */
  async function advance(engine: TestEngine, seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      engine.clock.advance(1_000)
      const leaseUntil = engine.clock.now() + leaseMs
      await eventually(async () => {
        const living = await storage.read.nodes.listActive(leaseUntil - 1)
        assert.ok(living.some((node) => node.leaseUntil === leaseUntil))
      })
    }
  }

  test('presence begins with a login and lasts a minute after the last connection ended', async () => {
    const { here, there, agent, isOnline } = await setUp()
    const received: unknown[] = []
    const end = here.parley.on('agents_disconnected', ({ payload }) => received.push(payload))
    assert.equal(await isOnline(), false)
    const [desk, phone] = [await agent.connect(), await agent.connect()]
    assert.equal(await isOnline(), true)
    await desk.close()
    await phone.succeed('ping')
    assert.equal(await onlineUntil(agent), 'forever')
    await phone.close()
    const goneAt = here.clock.now() + graceMs
    await eventually(async () => assert.equal(await onlineUntil(agent), goneAt))
    await eventually(async () =>
      assert.deepEqual(received, [{ agent_ids: [agent.id], online_until: goneAt / 1_000 }]),
    )
    end()
    there.clock.advance(graceMs - 1)
    assert.equal(await isOnline(), true)
    there.clock.advance(1)
    assert.equal(await isOnline(), false)
    here.clock.advance(graceMs)
  })

  test('presence ends on every node with a logout on any node', async () => {
    const { here, there, agent, isOnline } = await setUp()
    const desk = await agent.connect()
    const received: unknown[] = []
    const end = here.parley.on('agents_disconnected', ({ payload }) => received.push(payload))
    await there.parley.admin.agents.logOut(agent.id)
    assert.equal(await onlineUntil(agent), there.clock.now())
    assert.equal(await isOnline(), false)
    assert.deepEqual(await desk.framesUntilEnd(), [
      pushFrame('agent_disconnected', { reason: 'logged_out_remotely' }),
    ])
    const again = await agent.connect()
    assert.equal(await isOnline(), true)
    await again.close()
    // The node whose connection ended does not announce it a second time.
    const onlineUntilSeconds = (here.clock.now() + graceMs) / 1_000
    await eventually(async () =>
      assert.deepEqual(received, [{ agent_ids: [agent.id], online_until: onlineUntilSeconds }]),
    )
    end()
  })

  test('presence continues with a connection to another node', async () => {
    const { here, there, agent, isOnline } = await setUp()
    const [desk, phone] = [await agent.connect(), await agent.on(there).connect()]
    await desk.close()
    await advance(there, 1)
    here.clock.advance(1_000)
    assert.equal(await onlineUntil(agent), 'forever')
    await phone.close()
    await eventually(async () => assert.equal(await onlineUntil(agent), there.clock.now() + graceMs))
    assert.equal(await isOnline(), true)
  })

  test('presence lasts for the grace period after the last sign of its node, and continues when the node returns', async () => {
    const { here, there, agent, isOnline } = await setUp()
    const desk = await agent.connect()
    await advance(here, 1)
    const lastSignAt = here.clock.now()
    there.clock.advance(1_000 + leaseMs - 1)
    assert.equal(await onlineUntil(agent), 'forever')
    // The other node gives no sign of life, whose clock stands still.
    there.clock.advance(1_000)
    await eventually(async () => assert.equal(await onlineUntil(agent), lastSignAt + graceMs))
    assert.equal(await isOnline(), true)
    here.clock.advance(leaseMs)
    await advance(here, 1)
    assert.equal(await onlineUntil(agent), 'forever')
    await desk.succeed('ping')
    await desk.close()
    there.clock.advance(here.clock.now() - there.clock.now())
  })

  test('presence of a removed agent ends', async () => {
    const { here, there } = nodes()
    const agent = await (await here.world()).agent('ada')
    const desk = await agent.connect()
    await there.parley.admin.agents.delete(agent.id)
    assert.deepEqual(await desk.framesUntilEnd(), [
      pushFrame('agent_disconnected', { reason: 'agent_deleted' }),
    ])
    assert.equal(await onlineUntil(agent), undefined)
  })
})

forEachDatabase('the presence of agents on a node that closes', (kind) => {
  test('presence lasts for the grace period after the close, on all other nodes', async () => {
    const here = await TestEngine.start(kind)
    const there = await TestEngine.start(async () => ({
      ...{ open: () => here.openStorage(), remove: async () => {} },
    }))
    const world = await here.world()
    const agent = await world.agent('ada')
    await agent.connect()
    await here.parley.close()
    const storage = here.openStorage()
    await storage.open()
    const stored = await storage.read.agents.get(agent.id)
    assert.equal(stored?.onlineUntil, here.clock.now() + graceMs)
    assert.deepEqual(await storage.read.nodes.listActive(0), [])
    await storage.close()
    await there.stop()
    await here.stop()
  })
})
