import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { defaultRates } from '../../support/rates.js'
import { isRefusal } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange, post, type WebAnswer } from '../../support/web-client.js'
import type { Person } from '../../support/world.js'

/** Sends `count` requests together and returns how many succeed. Asserts how the others are refused. */
async function countAllowed(count: number, request: () => Promise<WebAnswer>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, request))
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { status, headers, body } of refused) {
    assert.equal(status, 429, JSON.stringify(body))
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  }
  return count - refused.length
}

const list = (person: Person) =>
  person.web().post(person.api === 'customer' ? 'get_chats_summary' : 'get_filtered_chats')

forEachStorage('rate limits over HTTP', (storage) => {
  const suite = useEngine(storage, { rates: defaultRates })
  const later = (ms: number) => suite.engine.clock.advance(ms)

  describe('the request rate limit', () => {
    test('a customer has a burst of 40 requests and 20 a second, separately from other customers', async () => {
      const world = await suite.world()
      const [customer, other] = [await world.customer(), await world.customer()]
      assert.equal(await countAllowed(50, () => list(customer)), 40)
      assert.equal(await countAllowed(5, () => list(other)), 5)
      later(1_000)
      assert.equal(await countAllowed(30, () => list(customer)), 20)
      const { body } = await list(customer)
      assert.deepEqual(at(body, 'error'), { type: 'too_many_requests', message: 'Too many requests' })
    })

    test('all tokens of a customer share one rate limit', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const { licenseId } = world
      const tokens = [customer.token, await world.customerToken(customer.id)]
      const request = (token: string) =>
        post(world.engine.origin, ['customer', 'v0.5', 'get_chats_summary'], { token, licenseId })
      let requestCount = 0
      const next = () => {
        requestCount += 1
        return request(tokens[requestCount % 2] ?? '')
      }
      assert.equal(await countAllowed(50, next), 40)
    })

    test('an agent has a burst of 100 requests in a browser app, and 1,000 in a server-side app', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada')
      const { admin } = world.engine.parley
      const { clientId } = await admin.apps.create({
        ...{ licenseId: world.licenseId, name: 'Desk', type: 'browser', visibility: 'private' },
        redirectUris: ['https://example.com/'],
        scopes: ['chats--all:read'],
      })
      const issued = await admin.tokens.createForAgent({
        licenseId: world.licenseId,
        agentId: agent.id,
        clientId,
      })
      const inBrowser = () =>
        post(world.engine.origin, ['agent', 'v0.4', 'get_filtered_chats'], { token: issued.accessToken })
      assert.equal(await countAllowed(120, inBrowser), 100)
      assert.equal(await countAllowed(200, () => list(agent)), 200)
    })

    test('the authorization service counts into the rate limit too', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const info = () =>
        exchange(`${world.engine.origin}/auth/info`, {
          headers: { authorization: `Bearer ${customer.token}` },
        })
      assert.equal(await countAllowed(50, info), 40)
      assert.equal(textAt((await info()).body, 'error'), 'too_many_requests')
    })

    test('a request beyond the rate limit changes nothing', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId, threadId } = await startChat(customer)
      const event = { type: 'message', text: 'Hello' }
      const allowed = await countAllowed(60, () =>
        customer.web().post('send_event', { chat_id: chatId, event }),
      )
      assert.equal(allowed, 39)
      const threads = await agent
        .web()
        .succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
      const events = at(threads, 'chat.threads.0.events')
      assert.ok(Array.isArray(events))
      assert.equal(events.length, allowed)
    })

    test('all connections of a customer share a burst of 80 messages, also when a new one opens', async () => {
      const customer = await (await suite.world()).customer()
      const [one, other] = [await customer.connect(), await customer.connect()]
      // Each connection has already used one request for its login.
      for (let count = 0; count < 39; count += 1) await one.succeed('ping')
      for (let count = 0; count < 39; count += 1) await other.succeed('ping')
      other.request('ping')
      await other.next(isRefusal, 'the refusal')
      const third = await customer.open()
      const login = { token: customer.token }
      assert.equal(at(await third.refuse('login', login), 'type'), 'too_many_requests')
      later(1_000)
      await third.succeed('login', login)
      await other.succeed('ping')
    })

    test('calls in process do not count into a rate limit, nor do messages into that of HTTP', async () => {
      const customer = await (await suite.world()).customer()
      const methods = suite.engine.parley.as({ customerId: customer.id })
      for (let count = 0; count < 60; count += 1) await methods.getChatsSummary()
      await countAllowed(50, () => list(customer))
      await (await customer.connect()).succeed('get_chats_summary')
    })
  })

  describe('byte rate limits', () => {
    test('a caller is limited to a burst of 16 MiB of responses, on either transport', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId, threadId } = await startChat(customer)
      const methods = suite.engine.parley.as({ customerId: customer.id })
      const content = { text: 'x'.repeat(65_000) }
      for (let count = 0; count < 40; count += 1) {
        await methods.sendEvent({ chat_id: chatId, event: { type: 'custom', content } })
      }
      const thread = { chat_id: chatId, thread_ids: [threadId] }
      const connection = await customer.connect()
      const read = async () => (await customer.web().post('get_chat_threads', thread)).status
      const statuses = []
      for (let count = 0; count < 8; count += 1) statuses.push(await read())
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 429])
      connection.request('ping')
      await connection.next(isRefusal, 'the refusal')
      later(1_000)
      await connection.succeed('ping')
      assert.equal(await read(), 200)
    })

    test('a caller is limited to a burst of 4 MiB of long requests, on either transport', async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.connect()
      const payload = { filler: 'x'.repeat(255_000) }
      const statuses = []
      for (let count = 0; count < 18; count += 1)
        statuses.push((await customer.web().post('get_chats_summary', payload)).status)
      assert.deepEqual(statuses, [...Array(17).fill(200), 429])
      connection.request('ping')
      await connection.next(isRefusal, 'the refusal')
      later(1_000)
      await connection.succeed('ping')
    })

    test('a caller is limited to a burst of 64 MiB of pushes, counted for at least 16 recipients', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const desk = await agent.connect()
      const { chatId } = await startChat(customer)
      const content = { text: 'x'.repeat(65_000) }
      const send = () =>
        customer.web().post('send_event', { chat_id: chatId, event: { type: 'custom', content } })
      const statuses = []
      later(2_000)
      for (let count = 0; count < 80; count += 1) {
        // The number of requests alone stays within its rate limit.
        if (count === 35) later(1_750)
        statuses.push((await send()).status)
      }
      const refusedAt = statuses.indexOf(429)
      // The burst is 64 MiB, and 1.75 s of 16 MiB follow; each push counts as 16 of 65 KB.
      assert.ok(refusedAt >= 64 && refusedAt <= 75 - 0, `refused after ${refusedAt}`)
      assert.equal(desk.frames.filter(({ action }) => action === 'incoming_event').length > 60, true)
    })
  })

  describe('the rate limit of failed authentications', () => {
    const guess = (origin: string, index: number) =>
      post(origin, ['agent', 'v0.4', 'get_filtered_chats'], { token: `pla_${index}` })

    test('one address can fail in a burst of 40 and 20 a second, and further tokens are not looked up', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada')
      later(2_000)
      const answers = []
      for (let index = 0; index < 50; index += 1)
        answers.push((await guess(world.engine.origin, index)).status)
      assert.deepEqual(answers, [...Array(40).fill(401), ...Array(10).fill(429)])
      const login = await agent.open()
      assert.equal(at(await login.refuse('login', { token: agent.token }), 'type'), 'too_many_requests')
      const info = await exchange(`${world.engine.origin}/auth/info`, {
        headers: { authorization: 'Bearer pla_x' },
      })
      assert.equal(info.status, 429)
      later(1_000)
      assert.equal((await guess(world.engine.origin, 51)).status, 401)
      await login.succeed('login', { token: agent.token })
      assert.equal((await list(agent)).status, 200)
      later(2_000)
    })

    test('a token that was used recently is served while its address is limited', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada')
      assert.equal((await list(agent)).status, 200)
      later(300_000)
      for (let index = 0; index < 45; index += 1) await guess(world.engine.origin, index)
      assert.equal((await guess(world.engine.origin, 99)).status, 429)
      assert.equal((await list(agent)).status, 200)
      const desk = await agent.connect()
      await desk.succeed('ping')
      later(2_000)
    })

    for (const [title, guessToken] of [
      [
        'tokens in revocation requests',
        (origin: string) => exchange(`${origin}/auth/token?token=pla_unknown`, { method: 'DELETE' }),
      ],
      [
        'client secrets',
        (origin: string) =>
          exchange(`${origin}/auth/token`, {
            method: 'POST',
            headers: { authorization: `Basic ${btoa('nobody:secret')}` },
            body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
          }),
      ],
    ] as const) {
      test(`${title} count into the rate limit of failed authentications`, async () => {
        const { engine } = await suite.world()
        later(2_000)
        const statuses = []
        for (let index = 0; index < 42; index += 1) statuses.push((await guessToken(engine.origin)).status)
        assert.equal(statuses.indexOf(429), 40)
        later(2_000)
      })
    }
  })
})

forEachStorage('rate limits behind a proxy', (storage) => {
  const suite = useEngine(storage, { rates: defaultRates, trustProxy: ['127.0.0.1', '::1'] })

  test('failed authentications count by the address from the proxy, which is also shown for a customer', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const guessFrom = async (address: string) => {
      const init = { method: 'POST', headers: { authorization: 'Bearer pla_x', 'x-forwarded-for': address } }
      return (await exchange(`${world.engine.origin}/agent/v0.4/action/get_filtered_chats`, init)).status
    }
    for (let count = 0; count < 40; count += 1) assert.equal(await guessFrom('192.0.2.1'), 401)
    assert.equal(await guessFrom('6.6.6.6, 192.0.2.1'), 429)
    assert.equal(await guessFrom('192.0.2.2'), 401)
    const connection = await customer.open(undefined, { 'x-forwarded-for': '198.51.100.7' })
    await connection.succeed('login', { token: customer.token })
    await connection.succeed('update_customer', { name: 'Casey' })
    const { chatId } = await startChat(customer)
    const chat = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
    assert.equal(textAt(chat, 'chat.users.0.monitoring.ip'), '198.51.100.7')
  })
})
