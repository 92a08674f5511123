import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authentication, validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { LoginWatch } from '../../support/login-watch.js'
import { forEachStorage } from '../../support/storages.js'

const loginFirst = { type: 'authentication', message: 'Authentication error: login first' }

forEachStorage('storage accesses of a login', (storage) => {
  const watch = new LoginWatch()
  const suite = useEngine(storage, { wrap: (inner) => watch.guard(inner) })

  test('an unchanged customer who returns causes one read, and no write', async () => {
    const customer = await (await suite.world()).customer()
    const details = { name: 'Kim', fields: { plan: 'gold' }, monitoring: { timezone: 'UTC' } }
    await customer.connect(undefined, { customer: details })
    for (const same of [{}, { customer: details }]) {
      watch.forget()
      await customer.connect(undefined, same)
      assert.deepEqual([watch.reads, watch.transactionCount], [['identifyLogin'], 0])
    }
  })

  for (const [what, customer] of [
    ['another name', { name: 'Robin' }],
    ['another field', { fields: { color: 'red' } }],
    ['another time zone', { monitoring: { timezone: 'Europe/Warsaw' } }],
    ['a page', { monitoring: { page: { url: 'https://shop.example/' } } }],
  ] as const) {
    test(`a customer who returns with ${what} causes one write`, async () => {
      const person = await (await suite.world()).customer()
      await person.connect()
      watch.forget()
      await person.connect(undefined, { customer })
      assert.deepEqual([watch.reads, watch.transactionCount], [['identifyLogin'], 1])
    })
  }

  test('a customer who returns with another browser causes one write', async () => {
    const customer = await (await suite.world()).customer()
    await customer.connect()
    const connection = await customer.open(undefined, { 'user-agent': 'another' })
    watch.forget()
    await connection.succeed('login', { token: customer.token })
    assert.equal(watch.transactionCount, 1)
  })

  test('an agent causes one read and one write', async () => {
    const agent = await (await suite.world()).agent('ada')
    watch.forget()
    await agent.connect()
    assert.deepEqual([watch.reads, watch.transactionCount], [['identifyLogin'], 1])
  })
})

forEachStorage('a login', (storage) => {
  const suite = useEngine(storage)

  test('login acts for the owner of the token, and refuses author_id', async () => {
    const agent = await (await suite.world()).agent('ada')
    const connection = await agent.open()
    connection.send({ request_id: '1', action: 'login', author_id: 'bot', payload: { token: agent.token } })
    const { error } = Object(at(await connection.response('1'), 'payload'))
    assert.deepEqual(error, validation('author_id does not apply to login'))
    await connection.succeed('login', { token: agent.token })
  })
})

forEachStorage('changes during a login', (storage) => {
  const watch = new LoginWatch()
  const suite = useEngine(storage, { wrap: (inner) => watch.guard(inner) })

  for (const kind of ['agent', 'customer'] as const) {
    test(`a token that is revoked before its ${kind} is known fails the login`, async () => {
      const world = await suite.world()
      const person = kind === 'agent' ? await world.agent('ada') : await world.customer()
      const connection = await person.open()
      const { tokens } = suite.engine.parley.admin
      const id = await watch.runBetween(
        () => connection.request('login', { token: person.token }),
        () => tokens.revoke(person.token),
      )
      assert.deepEqual(at(await connection.response(id), 'payload.error'), authentication)
      assert.deepEqual(await connection.refuse('start_chat'), loginFirst)
    })
  }

  test('the revocation of another token does not end the login, and causes one more read', async () => {
    const world = await suite.world()
    const [agent, other] = [await world.agent('ada'), await world.agent('bob')]
    const connection = await agent.open()
    watch.forget()
    const id = await watch.runBetween(
      () => connection.request('login', { token: agent.token }),
      () => suite.engine.parley.admin.tokens.revoke(other.token),
    )
    assert.equal(at(await connection.response(id), 'success'), true)
    assert.deepEqual(watch.reads, ['identifyLogin', 'identify'])
    const { chatId } = await startChat(agent)
    assert.equal(at(await connection.push('incoming_chat_thread'), 'chat.id'), chatId)
  })

  test('a login that times out does not log in later', async () => {
    const customer = await (await suite.world()).customer()
    const connection = await customer.open()
    const { token } = customer
    const late = await watch.runBetween(
      () => connection.request('login', { token }),
      async () => suite.engine.clock.advance(15_000),
    )
    assert.equal(at(await connection.response(late), 'payload.error.type'), 'request_timeout')
    assert.deepEqual(await connection.refuse('start_chat'), loginFirst)
    await connection.succeed('login', { token })
  })

  test('a second login during the first one is refused, and the first one succeeds', async () => {
    const customer = await (await suite.world()).customer()
    const connection = await customer.open()
    const { token } = customer
    const later = await watch.runBetween(
      () => connection.request('login', { token }),
      async () => connection.succeed('login', { token }).then(() => undefined),
    )
    const { error } = Object(at(await connection.response(later), 'payload'))
    assert.deepEqual(error, validation('already logged in'))
    await connection.succeed('start_chat')
  })

  test('a second login with an invalid token is refused, and the first one succeeds', async () => {
    const customer = await (await suite.world()).customer()
    const connection = await customer.open()
    const later = await watch.runBetween(
      () => connection.request('login', { token: 'bad' }),
      async () => connection.succeed('login', { token: customer.token }).then(() => undefined),
    )
    assert.deepEqual(at(await connection.response(later), 'payload.error'), authentication)
    await connection.succeed('start_chat')
  })

  test('a connection that closes during login is not logged in', async () => {
    const agent = await (await suite.world()).agent('ada')
    const connection = await agent.open()
    await watch.runBetween(
      () => connection.request('login', { token: agent.token }),
      async () => {
        await connection.close()
      },
    )
    await (await agent.connect()).succeed('get_filtered_chats')
  })

  describe('events', () => {
    test('events are in the login response or pushed after it, and none is missed', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      await say(customer, chatId, '0')
      const count = 30
      const sending = (async () => {
        for (let number = 1; number <= count; number += 1) await say(customer, chatId, `${number}`)
      })()
      const connection = await agent.open()
      const answer = await connection.succeed('login', { token: agent.token })
      await sending
      await connection.succeed('ping')
      const last = Number(at(answer, 'chats_summary.0.last_event_per_type.message.event.text'))
      const pushed = connection.frames
        .filter(({ action }) => action === 'incoming_event')
        .map((push) => Number(at(push, 'payload.event.text')))
      const first = pushed[0] ?? count + 1
      assert.ok(first <= last + 1, `the answer ends at ${last}, pushes begin at ${first}`)
      assert.deepEqual(
        pushed,
        Array.from({ length: pushed.length }, (_, index) => first + index),
      )
    })
  })
})
