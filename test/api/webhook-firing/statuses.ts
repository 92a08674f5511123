import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { eventually } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { useOutbox } from '../../support/outbox.js'
import { forEachStorage } from '../../support/storages.js'

const graceMs = 10_000
const [accepting, away, offline] = ['accepting chats', 'not accepting chats', 'offline'] as const

forEachStorage('the webhook agent_status_changed', (storage) => {
  const suite = useEngine(storage, { rtm: { reconnectGraceMs: graceMs } })
  const outbox = useOutbox(suite)

  async function setUp() {
    const world = await suite.world()
    const sent = await outbox.register(world, { any: { action: 'agent_status_changed' } })
    const ada = await world.agent('ada')
    const statusesOf = async (agentId: string) => {
      const all = (await sent('any')).map((delivery) => at(delivery, 'data'))
      return all.filter((data) => at(data, 'agent_id') === agentId).map((data) => at(data, 'status'))
    }
    return { world, ada, statusesOf }
  }

  /** Advances the clock, and runs the jobs of each second. */
  async function advance(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1_000) {
      suite.engine.clock.advance(1_000)
      await suite.engine.parley.health()
    }
  }

  test('agent_status_changed fires for the first connection that logs in, and not for the next', async () => {
    const { ada, statusesOf } = await setUp()
    await ada.connect()
    assert.deepEqual(await statusesOf(ada.id), [accepting])
    await ada.connect()
    assert.deepEqual(await statusesOf(ada.id), [])
  })

  test('agent_status_changed fires when the status changes, and not when it is set to the same value', async () => {
    const { world, ada, statusesOf } = await setUp()
    const desk = await ada.connect()
    const boss = (await world.agent('boss')).web()
    await statusesOf(ada.id)
    await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
    await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
    assert.deepEqual(await statusesOf(ada.id), [away])
    await boss.succeed('update_agent', { agent_id: ada.id, routing_status: 'accepting_chats' })
    assert.deepEqual(await statusesOf(ada.id), [accepting])
  })

  test('agent_status_changed fires when login resets the status to the default, and not when it keeps it', async () => {
    const { ada, statusesOf } = await setUp()
    const desk = await ada.connect()
    await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
    await statusesOf(ada.id)
    await ada.connect(undefined, { reconnect: true })
    assert.deepEqual(await statusesOf(ada.id), [])
    await ada.connect()
    assert.deepEqual(await statusesOf(ada.id), [accepting])
  })

  test('agent_status_changed fires when the grace period ends, and not for an agent who returned before', async () => {
    const { ada, statusesOf } = await setUp()
    const desk = await ada.connect()
    await statusesOf(ada.id)
    await desk.close()
    await advance(graceMs - 2_000)
    const again = await ada.connect()
    await advance(2 * graceMs)
    assert.deepEqual(await statusesOf(ada.id), [])
    await again.close()
    const statuses: unknown[] = []
    await eventually(async () => {
      await advance(1_000)
      statuses.push(...(await statusesOf(ada.id)))
      assert.deepEqual(statuses, [offline])
    })
    await ada.connect()
    assert.deepEqual(await statusesOf(ada.id), [accepting])
  })

  test('agent_status_changed fires once when the host logs the agent out', async () => {
    const { ada, statusesOf } = await setUp()
    await ada.connect()
    await statusesOf(ada.id)
    const statuses: unknown[] = []
    await suite.engine.parley.admin.agents.logOut(ada.id)
    await eventually(async () => {
      await advance(1_000)
      statuses.push(...(await statusesOf(ada.id)))
      assert.deepEqual(statuses, [offline])
    })
    await suite.engine.parley.admin.agents.logOut(ada.id)
    await advance(2 * graceMs)
    assert.deepEqual(await statusesOf(ada.id), [])
  })

  test('agent_status_changed fires for each status that a bot is given, and for the end of its token', async () => {
    const { ada, statusesOf } = await setUp()
    const web = ada.configuration()
    const created = await web.succeed('agents/create_bot_agent', { name: 'Botty', status: away })
    const id = textAt(created, 'bot_agent_id')
    assert.deepEqual(await statusesOf(id), [away])
    for (const status of [away, accepting, away]) await web.succeed('agents/update_bot_agent', { id, status })
    assert.deepEqual(await statusesOf(id), [accepting, away])
    const statuses: unknown[] = []
    const becomesOffline = () =>
      eventually(async () => {
        await advance(1_000)
        statuses.push(...(await statusesOf(id)))
        assert.deepEqual(statuses, [offline])
      })
    await web.succeed('agents/update_bot_agent', { id, status: offline })
    await becomesOffline()
    await web.succeed('agents/update_bot_agent', { id, status: accepting })
    assert.deepEqual(await statusesOf(id), [accepting])
    statuses.length = 0
    await suite.engine.parley.admin.tokens.revoke(ada.token)
    await becomesOffline()
  })

  test('agent_status_changed does not fire for a bot that is created offline', async () => {
    const { ada, statusesOf } = await setUp()
    const bot = { name: 'Botty', status: offline }
    const created = await ada.configuration().succeed('agents/create_bot_agent', bot)
    assert.deepEqual(await statusesOf(textAt(created, 'bot_agent_id')), [])
  })
})
