import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { customerVersions } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const banned = { type: 'customer_banned', message: 'Customer is banned' }
const dayMs = 86_400_000

proving('bans', (storage) => {
  const suite = useEngine(storage, { lifetimes: { customerTokenSeconds: 2_592_000 } })
  const setUp = async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const ban = (days: unknown) => ({ customer_id: customer.id, ban: { days } })
    return { world, customer, agent, ban }
  }

  verifies(
    [
      'chat.agent.ban_customer',
      'chat.agent.ban_customer.push',
      'chat.customer_disconnected.customer_banned',
      'chat.state.customer.ban_customer.sessions',
      'chat.state.customer.ban_customer.refused',
      'chat.state.customer.ban_customer.push',
      'chat.error.customer_banned',
      'chat.customer_a.banned',
      'decisions.2.customer_banned.403',
      'decisions.10.6.banned',
    ],
    'bans end all sessions of the customer, refuse new ones and are pushed to agents',
    async () => {
      const { customer, agent, ban } = await setUp()
      const { chatId: chat_id } = await startChat(customer)
      const phones = await Promise.all(customerVersions.map((version) => customer.connect(version)))
      const desk = await agent.connect()
      await agent.web().succeed('ban_customer', ban(2))
      assert.deepEqual(await desk.push('customer_banned'), ban(2))
      const push = { action: 'customer_disconnected', type: 'push', payload: { reason: 'customer_banned' } }
      for (const phone of phones) {
        assert.deepEqual(await phone.framesUntilEnd(), [push])
        assert.equal((await phone.waitForEnd()).code, 4003)
      }
      const { status, body } = await customer.web().post('get_chats_summary')
      assert.deepEqual([status, body], [403, { error: banned }])
      const another = await customer.open()
      assert.deepEqual(await another.refuse('login', { token: customer.token }), banned)
      assert.deepEqual(await another.framesUntilEnd(), [push])
      const read = await agent.web().succeed('get_chat_threads', { chat_id })
      assert.equal(at(read, 'chat.users.0.banned'), true)
    },
  )

  verifies('chat.state.customer.ban_customer.days', 'bans last as many days as they say', async () => {
    const { customer, agent, ban } = await setUp()
    await agent.web().succeed('ban_customer', ban(2))
    suite.engine.clock.advance(2 * dayMs - 1)
    assert.deepEqual(await customer.web().refuse('get_chats_summary'), banned)
    suite.engine.clock.advance(1)
    await customer.web().succeed('get_chats_summary')
    await customer.connect()
  })

  verifies(
    ['decisions.15.ban.days', 'decisions.15.ban.other_license'],
    'bans last from 1 to 3,650 days, and apply only to customers of the license',
    async () => {
      const { agent, ban } = await setUp()
      for (const days of [0, -1, 1.5, 3_651]) {
        assert.equal(at(await agent.web().refuse('ban_customer', ban(days)), 'type'), 'validation')
      }
      for (const days of [1, 3_650]) await agent.web().succeed('ban_customer', ban(days))
      const stranger = await (await suite.world()).customer()
      for (const customer_id of [stranger.id, 'nobody']) {
        const error = await agent.web().refuse('ban_customer', { customer_id, ban: { days: 1 } })
        assert.deepEqual(error, validation('payload.customer_id does not match any customer'))
      }
      await stranger.web().succeed('get_chats_summary')
    },
  )

  verifies('decisions.15.ban.replaced', 'bans replace each other', async () => {
    const { customer, agent, ban } = await setUp()
    for (const days of [10, 1]) await agent.web().succeed('ban_customer', ban(days))
    suite.engine.clock.advance(dayMs)
    await customer.web().succeed('get_chats_summary')
  })

  verifies('decisions.15.ban.chats', 'bans leave the customer in its chats', async () => {
    const { customer, agent, ban } = await setUp()
    const { chatId: chat_id } = await startChat(customer)
    await agent.web().succeed('ban_customer', ban(1))
    const event = { type: 'message', text: 'Hello' }
    await agent.web().succeed('send_event', { chat_id, event })
    suite.engine.clock.advance(dayMs)
    const summary = await customer.web().succeed('get_chats_summary')
    assert.equal(at(summary, 'chats_summary.0.users.0.present'), true)
    assert.equal(at(summary, 'chats_summary.0.last_event_per_type.message.event.text'), 'Hello')
  })

  verifies(
    ['chat.agent.ban_customer.permission.customers.ban:write', 'decisions.15.ban.scope'],
    'bans need the scope customers.ban:write, and no other',
    async () => {
      const { world, customer, ban } = await setUp()
      const other = await world.agent('bob', { scopes: ['chats--all:read', 'chats.meta--all:write'] })
      assert.equal(at(await other.web().refuse('ban_customer', ban(1)), 'type'), 'authorization')
      await customer.web().succeed('get_chats_summary')
      const scopes = ['customers.ban:write'] as const
      const banning = await world.agent('eve', { permission: 'normal', scopes })
      await banning.web().succeed('ban_customer', ban(1))
    },
  )
})

proving('devices', (storage) => {
  const suite = useEngine(storage)
  const device = (fields: object) => ({
    push_service_token: 'device',
    platform: 'ios',
    enabled: true,
    ...fields,
  })

  verifies(
    [
      'chat.agent.change_push_notifications',
      'chat.agent.change_push_notifications.permission',
      'chat.agent.login.device',
      'decisions.12.stored',
    ],
    'devices are registered without a permission or a push, and identified by their token',
    async () => {
      const world = await suite.world()
      const agent = await world.agent('ada', { scopes: [] })
      const desk = await (await world.agent('bob')).connect()
      const { agents } = suite.engine.parley.admin
      const known = async () =>
        (await agents.listDevices({ agentId: agent.id })).items.map(({ token, platform, isEnabled }) => [
          token,
          platform,
          isEnabled,
        ])
      assert.deepEqual(await agent.web().succeed('change_push_notifications', device({})), {})
      assert.deepEqual(await known(), [['device', 'ios', true]])
      await agent.web().succeed('change_push_notifications', device({ enabled: false }))
      const push_notifications = { push_service_token: 'device', platform: 'ios' }
      await agent.connect(undefined, { push_notifications })
      assert.deepEqual(await known(), [['device', 'ios', false]])
      await agent.web().succeed('change_push_notifications', device({ platform: 'android' }))
      assert.deepEqual(await known(), [['device', 'android', true]])
      assert.deepEqual(await desk.pushes(), [])
    },
  )

  verifies('decisions.16.25.web', 'devices can also be browsers in agent v0.4', async () => {
    const agent = await (await suite.world()).agent('ada')
    const subscription = (path: string) =>
      JSON.stringify({
        endpoint: `https://push.example/${path}`,
        keys: {
          p256dh: Buffer.alloc(65, 4).toString('base64url'),
          auth: Buffer.alloc(16).toString('base64url'),
        },
      })
    const request = (token: string) => device({ platform: 'web', push_service_token: token })
    await agent.web().succeed('change_push_notifications', request(subscription('a')))
    for (const wrong of ['device', '{}', subscription('x'.repeat(2_048))]) {
      const error = await agent.web().refuse('change_push_notifications', request(wrong))
      assert.equal(at(error, 'type'), 'validation')
    }
    const older = await agent.web('v0.3').refuse('change_push_notifications', request(subscription('a')))
    assert.equal(at(older, 'type'), 'validation')
  })
})

proving('geolocation', (storage) => {
  const place = { country: 'Poland', region: 'Dolnośląskie', city: 'Wrocław' }
  const addresses: string[] = []
  const suite = useEngine(storage, {
    geolocate: async (ip: string) => {
      addresses.push(ip)
      return { ...place, countryCode: 'PL' }
    },
  })

  verifies(
    'decisions.6.16.geolocate',
    'geolocation comes from the hook of the host, with the time zone that the customer sends',
    async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      await customer.connect(undefined, { customer: { monitoring: { timezone: 'Europe/Warsaw' } } })
      const { chatId: chat_id } = await startChat(customer)
      const read = await agent.web().succeed('get_chat_threads', { chat_id })
      assert.deepEqual(at(read, 'chat.users.0.monitoring.geolocation'), {
        ...place,
        country_code: 'PL',
        timezone: 'Europe/Warsaw',
      })
      assert.deepEqual(new Set(addresses), new Set(['127.0.0.1']))
    },
  )
})
