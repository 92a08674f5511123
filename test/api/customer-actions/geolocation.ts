import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Geolocation } from '@parley/core/ports'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { at, has } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const rome = {
  ...{ country: 'Italy', countryCode: 'IT', region: 'Lazio', city: 'Rome', timezone: 'Europe/Rome' },
}
const romeOnTheWire = {
  ...{ country: 'Italy', country_code: 'IT', region: 'Lazio', city: 'Rome', timezone: 'Europe/Rome' },
}

/** A stand-in for the host's geolocation, which responds as the test says. */
class FakeGeolocation {
  readonly addresses: string[] = []
  answer: () => Promise<Geolocation | undefined> = async () => undefined

  readonly geolocate = (ip: string): Promise<Geolocation | undefined> => {
    this.addresses.push(ip)
    return this.answer()
  }

  forget(answer: () => Promise<Geolocation | undefined>): void {
    this.addresses.length = 0
    this.answer = answer
  }
}

const from = (ip: string) => ({ 'x-forwarded-for': ip })

/** Returns the details of the customer that agents see in that chat. */
async function monitoringOf(agent: Person, chatId: string): Promise<unknown> {
  const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
  return at(read, 'chat.users.0.monitoring')
}

forEachStorage('geolocation of customers', (storage) => {
  const geolocation = new FakeGeolocation()
  const suite = useEngine(storage, { geolocate: geolocation.geolocate, trustProxy: 1 })

  async function logIn(customer: Person, ip: string, details: object = {}) {
    const connection = await customer.open('v0.5', from(ip))
    await connection.succeed('login', { token: customer.token, customer: details })
    return connection
  }

  async function setUp(): Promise<{ world: World; customer: Person; agent: Person; chatId: string }> {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    return { world, customer, agent, chatId }
  }

  test('the geolocate hook is called at login, and its result is shown to agents only', async () => {
    geolocation.forget(async () => rome)
    const { customer, agent, chatId } = await setUp()
    const connection = await logIn(customer, '198.51.100.1')
    const own = await connection.succeed('update_customer')
    assert.equal(has(at(own, 'customer'), 'monitoring'), false)
    const monitoring = await monitoringOf(agent, chatId)
    assert.deepEqual(at(monitoring, 'geolocation'), romeOnTheWire)
    assert.deepEqual([at(monitoring, 'ip'), at(monitoring, 'host')], ['198.51.100.1', '198.51.100.1'])
    assert.deepEqual(geolocation.addresses, ['198.51.100.1'])
  })

  test('the timezone of the geolocation comes from the customer when the customer sent one', async () => {
    geolocation.forget(async () => rome)
    const { customer, agent, chatId } = await setUp()
    await logIn(customer, '198.51.100.2', { monitoring: { timezone: 'Asia/Tokyo' } })
    assert.deepEqual(at(await monitoringOf(agent, chatId), 'geolocation'), {
      ...romeOnTheWire,
      timezone: 'Asia/Tokyo',
    })
  })

  test('the geolocation is pushed together with other changes of the customer', async () => {
    geolocation.forget(async () => ({ city: 'Rome' }))
    const { customer, agent } = await setUp()
    const desk = await agent.connect()
    const connection = await logIn(customer, '198.51.100.3')
    await connection.succeed('update_customer', { name: 'Kim' })
    const push = await desk.push('customer_updated')
    assert.deepEqual(at(push, 'customer.monitoring.geolocation'), { city: 'Rome' })
  })

  test('the geolocate hook is not called again when a customer returns from the same address', async () => {
    geolocation.forget(async () => rome)
    const { world, customer } = await setUp()
    for (const person of [customer, customer, await world.customer()]) {
      await logIn(person, '198.51.100.4')
    }
    assert.deepEqual(geolocation.addresses, ['198.51.100.4'])
  })

  test('a new address replaces the geolocation, even when nothing is known about it', async () => {
    const { customer, agent, chatId } = await setUp()
    geolocation.forget(async () => rome)
    await logIn(customer, '198.51.100.5')
    geolocation.forget(async () => undefined)
    await logIn(customer, '198.51.100.6')
    const monitoring = await monitoringOf(agent, chatId)
    assert.equal(has(monitoring, 'geolocation'), false)
    assert.equal(at(monitoring, 'ip'), '198.51.100.6')
  })

  test('the geolocate hook is called for private and loopback addresses too', async () => {
    geolocation.forget(async () => undefined)
    const { customer } = await setUp()
    await logIn(customer, '10.1.2.3')
    await customer.connect()
    assert.deepEqual(geolocation.addresses, ['10.1.2.3', '127.0.0.1'])
  })

  test('the geolocate hook is called once when customer details arrive over HTTP', async () => {
    const { customer, agent, chatId } = await setUp()
    geolocation.forget(async () => rome)
    suite.engine.clock.advance(2 * 3_600_000)
    for (const name of ['Kim', 'Lee']) await customer.web().succeed('update_customer', { name })
    assert.deepEqual(at(await monitoringOf(agent, chatId), 'geolocation'), romeOnTheWire)
    assert.deepEqual(geolocation.addresses, ['127.0.0.1'])
  })

  test('invalid fields from the geolocate hook are ignored, and the login succeeds', async () => {
    const { customer, agent, chatId } = await setUp()
    const nonsense: object = { city: 7, country: 'x'.repeat(200), region: 'a\0b', countryCode: 'IT' }
    geolocation.forget(async () => nonsense)
    await logIn(customer, '198.51.100.7')
    assert.deepEqual(at(await monitoringOf(agent, chatId), 'geolocation'), { country_code: 'IT' })
  })
})

forEachStorage('geolocation of customers', (storage) => {
  const geolocation = new FakeGeolocation()
  const suite = useEngine(storage, {
    ...{ geolocate: geolocation.geolocate, trustProxy: 1, expectsErrors: true },
    timeouts: { geolocateMs: 300 },
  })

  describe('when the geolocate hook', () => {
    test('when the geolocate hook fails, the geolocation is unknown and everything else works', async () => {
      geolocation.forget(() => Promise.reject(new Error('away')))
      const customer = await (await suite.world()).customer()
      const connection = await customer.open('v0.5', from('198.51.100.8'))
      await connection.succeed('login', { token: customer.token, customer: { name: 'Kim' } })
      await connection.succeed('start_chat')
      const [failure] = suite.engine.errors.slice(-1)
      assert.equal(at(failure, 'message'), 'The geolocate hook failed')
    })

    test('when the geolocate hook hangs, login waits no longer than its timeout, and only once', async () => {
      geolocation.forget(() => new Promise(() => undefined))
      const customer = await (await suite.world()).customer()
      const first = await customer.open('v0.5', from('198.51.100.9'))
      const id = first.request('login', { token: customer.token })
      await eventually(async () => assert.deepEqual(geolocation.addresses, ['198.51.100.9']))
      suite.engine.clock.advance(300)
      assert.equal(at(await first.response(id), 'success'), true)
      // The test clock does not advance, so nothing that waits would continue.
      const second = await customer.open('v0.5', from('198.51.100.9'))
      await second.succeed('login', { token: customer.token })
      await second.succeed('update_customer', { name: 'Kim' })
      assert.deepEqual(geolocation.addresses, ['198.51.100.9'])
    })
  })
})

forEachStorage('the visit of a customer', (storage) => {
  const suite = useEngine(storage, { lifetimes: { accessTokenSeconds: 86_400 } })

  test('the visit shows every field to agents, and ends half an hour after its last page', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const page = (name: string) => ({ url: `https://shop.example/${name}`, title: name })
    const monitoring = { page: { ...page('cart'), referrer: 'https://search.example/' }, timezone: 'UTC' }
    const connection = await customer.connect('v0.5', { customer: { monitoring } })
    const chatId = String(at(await connection.succeed('start_chat'), 'chat.id'))
    suite.engine.clock.stepWallClock(60_000)
    await connection.succeed('update_customer', { monitoring: { page: page('pay') } })
    const stats = { visits: 1, threads: 1, page_views: 2, last_visit: startSeconds }
    const known = {
      ...{ stats, referrer: 'https://search.example/', ip: '127.0.0.1', host: '127.0.0.1' },
      ...{ user_agent: 'parley-test', geolocation: { timezone: 'UTC' } },
    }
    const current_visit = {
      start: startSeconds,
      pages: [
        { start: startSeconds, ...page('cart') },
        { start: startSeconds + 60, ...page('pay') },
      ],
    }
    assert.deepEqual(await monitoringOf(agent, chatId), { current_visit, ...known })
    suite.engine.clock.stepWallClock(30 * 60_000)
    assert.deepEqual(await monitoringOf(agent, chatId), { current_visit, ...known })
    suite.engine.clock.stepWallClock(1)
    assert.deepEqual(await monitoringOf(agent, chatId), known)
    const list = await agent.web().succeed('get_filtered_chats')
    assert.deepEqual(at(list, 'chats_summary.0.users.0.monitoring'), known)
    await connection.succeed('update_customer', { monitoring: { page: page('cart') } })
    const again = await monitoringOf(agent, chatId)
    const start = startSeconds + 60 + 30 * 60
    assert.deepEqual(at(again, 'current_visit'), { start, pages: [{ start, ...page('cart') }] })
    assert.deepEqual(at(again, 'stats'), { visits: 2, threads: 1, page_views: 3, last_visit: start })
  })

  test('the visit takes a referrer at login only', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const page = { url: 'https://shop.example/', referrer: 'https://search.example/' }
    await customer.web().succeed('update_customer', { monitoring: { page } })
    assert.equal(has(await monitoringOf(agent, chatId), 'referrer'), false)
    await customer.connect('v0.3', { customer: { monitoring: { page } } })
    assert.equal(at(await monitoringOf(agent, chatId), 'referrer'), page.referrer)
  })
})
