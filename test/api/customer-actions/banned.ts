import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { banned } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { LoginWatch } from '../../support/login-watch.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'
import { customerVersions } from '../../support/world.js'

const dayMs = 86_400_000
const disconnected = pushFrame('customer_disconnected', { reason: 'customer_banned' })
const month = { accessTokenSeconds: 30 * 86_400, customerTokenSeconds: 30 * 86_400 }

forEachStorage('a banned customer', (storage) => {
  const suite = useEngine(storage, { lifetimes: month })
  const setUp = async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const ban = (days: number) =>
      agent.web().succeed('ban_customer', { customer_id: customer.id, ban: { days } })
    return { world, customer, agent, ban }
  }
  /** Moves the wall clock forward for a check, and sets it back afterwards. */
  const after = async (ms: number, check: () => Promise<unknown>) => {
    suite.engine.clock.stepWallClock(ms)
    try {
      await check()
    } finally {
      suite.engine.clock.stepWallClock(-ms)
    }
  }

  for (const version of customerVersions) {
    test(`a banned customer gets the error, the push and the close when it logs in over ${version}`, async () => {
      const { customer, ban } = await setUp()
      await ban(1)
      const connection = await customer.open(version)
      assert.deepEqual(await connection.refuse('login', { token: customer.token }), banned)
      assert.deepEqual(await connection.framesUntilEnd(), [disconnected])
      assert.equal((await connection.waitForEnd()).code, 4003)
    })

    test(`a banned customer is refused every action over HTTP by ${version}, and nothing changes`, async () => {
      const { customer, agent, ban } = await setUp()
      const { chatId: chat_id, threadId } = await startChat(customer)
      await ban(1)
      const desk = await agent.connect()
      const event = { type: 'message', text: 'Hello' }
      const requests: readonly (readonly [action: string, payload: object])[] = [
        ['get_chats_summary', {}],
        ['get_chat_threads', { chat_id, thread_ids: [threadId] }],
        ['get_chat_threads_summary', { chat_id }],
        ['start_chat', {}],
        ['send_event', { chat_id, event }],
        ['send_sneak_peek', { chat_id, sneak_peek_text: 'Hel' }],
        ['close_thread', { chat_id }],
        ['update_customer', { name: 'Kim' }],
        ['update_last_seen_timestamp', { chat_id }],
        ['nowhere', {}],
      ]
      for (const [action, payload] of requests) {
        const { status, body } = await customer.web(version).post(action, payload)
        assert.deepEqual([status, body], [403, { error: banned }], action)
      }
      assert.deepEqual(await desk.pushes(), [])
    })
  }

  test('a banned customer still gets tokens, which work once the ban is over', async () => {
    const { world, customer, ban } = await setUp()
    await ban(1)
    const token = await world.customerToken(customer.id)
    const connection = await customer.open()
    assert.deepEqual(await connection.refuse('login', { token }), banned)
    await after(dayMs, async () => {
      await (await customer.open()).succeed('login', { token })
    })
  })

  test('a banned customer can still read the static configuration, because it needs no login', async () => {
    const { world, ban } = await setUp()
    await ban(1)
    const url = `${suite.engine.origin}/customer/v0.5/static_config?license_id=${world.licenseId}`
    assert.equal((await exchange(url, {})).status, 200)
  })

  describe('end of a ban', () => {
    test('a ban expires on its own, to the millisecond', async () => {
      const { customer, agent, ban } = await setUp()
      const { chatId: chat_id } = await startChat(customer)
      await ban(2)
      const isShownBanned = async () =>
        at(await agent.web().succeed('get_chat_threads', { chat_id }), 'chat.users.0.banned')
      await after(2 * dayMs - 1, async () => {
        assert.deepEqual(await customer.web().refuse('get_chats_summary'), banned)
        assert.equal(await isShownBanned(), true)
      })
      await after(2 * dayMs, async () => {
        await customer.web().succeed('get_chats_summary')
        await customer.connect()
        assert.equal(await isShownBanned(), false)
      })
    })

    test('a later ban replaces the earlier one, even when it ends sooner', async () => {
      const { customer, ban } = await setUp()
      await ban(20)
      await ban(1)
      await after(dayMs, () => customer.web().succeed('get_chats_summary'))
      await ban(3)
      await after(2 * dayMs, async () =>
        assert.deepEqual(await customer.web().refuse('get_chats_summary'), banned),
      )
      await after(3 * dayMs, () => customer.web().succeed('get_chats_summary'))
    })

    test('the host can end a ban early', async () => {
      const { customer, ban } = await setUp()
      const { customers } = suite.engine.parley.admin
      await ban(20)
      assert.deepEqual(await customer.web().refuse('get_chats_summary'), banned)
      const received: unknown[] = []
      const end = suite.engine.parley.on('customer_unbanned', ({ payload }) => received.push(payload))
      for (let time = 0; time < 2; time += 1) await customers.unban(customer.id)
      await customer.web().succeed('get_chats_summary')
      await customer.connect()
      assert.deepEqual(received, [{ customer_id: customer.id }])
      end()
      await assert.rejects(customers.unban('nobody'), { type: 'validation' })
    })
  })

  describe('in process', () => {
    test('a banned customer is refused in process as over HTTP', async () => {
      const { customer, ban } = await setUp()
      const host = suite.engine.parley.as({ customerId: customer.id })
      await ban(1)
      await assert.rejects(host.getChatsSummary(), { type: 'customer_banned' })
      await after(dayMs, () => host.getChatsSummary())
    })

    test('the host can ban a customer, and a listener receives every ban', async () => {
      const { customer, agent } = await setUp()
      const { parley } = suite.engine
      const received: unknown[] = []
      const end = parley.on('customer_banned', ({ payload }) => received.push(payload))
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      await parley.admin.customers.ban(customer.id, { days: 5 })
      assert.deepEqual(await phone.framesUntilEnd(), [disconnected])
      const payload = { customer_id: customer.id, ban: { days: 5 } }
      assert.deepEqual(await desk.pushes(), [pushFrame('customer_banned', payload)])
      assert.deepEqual(received, [payload])
      end()
      const shown = await parley.admin.customers.get(customer.id)
      assert.deepEqual(shown?.bannedUntil, new Date(suite.engine.clock.now() + 5 * dayMs))
      for (const [customerId, days] of [
        ['nobody', 1],
        [customer.id, 0],
        [customer.id, 3_651],
      ] as const) {
        await assert.rejects(parley.admin.customers.ban(customerId, { days }), { type: 'validation' })
      }
    })
  })
})

forEachStorage('a customer who is banned while logging in', (storage) => {
  const watch = new LoginWatch()
  const suite = useEngine(storage, { wrap: (inner) => watch.guard(inner) })

  test('a customer who is banned during the login is not logged in', async () => {
    const customer = await (await suite.world()).customer()
    const connection = await customer.open()
    const { customers } = suite.engine.parley.admin
    const id = await watch.runBetween(
      () => connection.request('login', { token: customer.token }),
      () => customers.ban(customer.id, { days: 1 }),
    )
    assert.deepEqual(at(await connection.response(id), 'payload.error'), banned)
    assert.deepEqual(await connection.framesUntilEnd(), [disconnected])
    assert.equal((await connection.waitForEnd()).code, 4003)
  })
})
