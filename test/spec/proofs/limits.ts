import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authentication, validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { defaultRates } from '../../support/rates.js'
import { isRefusal } from '../../support/rtm-client.js'
import { StorageValve } from '../../support/storage-valve.js'
import { Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const loginFirst = { type: 'authentication', message: 'Authentication error: login first' }

proving('limits of connections', (storage) => {
  const valve = new StorageValve()
  const suite = useEngine(storage, { wrap: (inner) => valve.guard(inner) })
  const later = (seconds: number) => suite.engine.clock.advance(seconds * 1_000)
  const setUp = async () => {
    const world = await suite.world()
    return [await world.customer(), await world.agent('ada')]
  }

  verifies(
    'decisions.10.1.login',
    'a connection without a login within 30 seconds is closed with 4001',
    async () => {
      for (const person of await setUp()) {
        const connection = await person.open()
        await connection.succeed('ping')
        later(29)
        await connection.succeed('ping')
        later(2)
        assert.equal((await connection.waitForEnd()).code, 4001)
      }
    },
  )

  verifies(
    ['chat.limit.inactivity', 'decisions.10.1.silent', 'decisions.10.1.control_frames'],
    'a connection that is silent for a minute is closed with 4008, and pings every 15 seconds prevent it',
    async () => {
      for (const person of await setUp()) {
        const [pinging, silent, ponging] = [
          await person.connect(),
          await person.connect(),
          await person.connect(),
        ]
        for (let count = 0; count < 3; count += 1) {
          later(15)
          await pinging.sendPing()
          ponging.sendPong()
        }
        later(14)
        await pinging.succeed('ping')
        assert.deepEqual([silent.isOpen, ponging.isOpen], [true, true])
        later(2)
        assert.equal((await silent.waitForEnd()).code, 4008)
        assert.equal((await ponging.waitForEnd()).code, 4008)
        await pinging.succeed('ping')
        await pinging.close()
      }
    },
  )

  verifies('decisions.10.1.frame', 'a frame over 256 KiB closes with 1009', async () => {
    const connection = await (await (await suite.world()).customer()).connect()
    const ping = (id: string, bytes: number) => {
      connection.sendText(JSON.stringify({ request_id: id, action: 'ping' }).padEnd(bytes, ' '))
    }
    ping('fits', 262_144)
    await connection.response('fits')
    ping('too large', 262_145)
    assert.equal((await connection.waitForEnd()).code, 1009)
  })

  verifies('decisions.10.2.twice', 'a second login gets a validation error', async () => {
    for (const person of await setUp()) {
      const connection = await person.connect()
      const error = await connection.refuse('login', { token: person.token })
      assert.deepEqual(error, validation('already logged in'))
      await connection.succeed('start_chat')
    }
  })

  verifies('decisions.10.2.first', 'another action before login gets an authentication error', async () => {
    for (const person of await setUp()) {
      assert.deepEqual(await (await person.open()).refuse('start_chat'), loginFirst)
    }
  })

  verifies('decisions.10.2.scheme', 'the token at login may begin with Bearer', async () => {
    for (const person of await setUp()) {
      const connection = await person.open()
      await connection.succeed('login', { token: `Bearer ${person.token}` })
    }
  })

  verifies(
    'decisions.10.3.in_flight',
    '10 requests run at the same time; others wait and are answered',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const [connection, free] = [await agent.connect(), await agent.connect()]
      const { chatId: chat_id } = await startChat(agent)
      await valve.hold()
      const request = { chat_id, event: { type: 'message', text: 'Hello' } }
      const ids = Array.from({ length: 12 }, () => connection.request('send_event', request))
      await valve.holding(10)
      await free.succeed('ping')
      assert.equal(valve.heldCount, 10)
      valve.release()
      for (const id of ids) assert.equal((await connection.response(id)).success, true)
    },
  )

  verifies(
    'decisions.10.3.rate',
    'a connection may send 40 messages in a burst, then 20 a second',
    async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      for (let count = 0; count < 40; count += 1) await connection.succeed('ping')
      connection.request('ping')
      await connection.next(isRefusal, 'the refusal of the 41st')
      later(1)
      for (let count = 0; count < 19; count += 1) await connection.succeed('ping')
    },
  )

  verifies(
    'decisions.16.20.anonymous',
    'a connection may send 64 KiB per frame and a burst of 10 messages before the login',
    async () => {
      const customer = await (await suite.world()).customer()
      const larger = await customer.open()
      larger.sendText('{}'.padEnd(65_537, ' '))
      assert.equal((await larger.waitForEnd()).code, 1009)
      const many = await customer.open()
      for (let count = 0; count < 10; count += 1) await many.succeed('ping')
      many.request('ping')
      await many.next(isRefusal, 'the refusal of the 11th')
    },
  )

  verifies('decisions.10.9.request', 'each request checks the token', async () => {
    for (const person of await setUp()) {
      await person.web().succeed('start_chat')
      await suite.engine.parley.admin.tokens.revoke(person.token)
      assert.deepEqual(await person.web().refuse('start_chat'), authentication)
    }
  })
})

proving('rates over HTTP', (storage) => {
  const suite = useEngine(storage, { rates: defaultRates })

  /** Sends that many requests at the same time. Returns how many succeed, and checks the refusals of the others. */
  async function allowed(person: Person, count: number): Promise<number> {
    const action = person.api === 'customer' ? 'get_chats_summary' : 'get_filtered_chats'
    const answers = await Promise.all(Array.from({ length: count }, () => person.web().post(action)))
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status, headers, body } of refused) {
      const error = { type: 'too_many_requests', message: 'Too many requests' }
      assert.deepEqual([status, body], [429, { error }])
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
    return count - refused.length
  }

  verifies(
    ['decisions.16.17.customer', 'decisions.2.too_many_requests.429'],
    'a customer may send 40 requests in a burst, and 20 a second',
    async () => {
      const customer = await (await suite.world()).customer()
      assert.equal(await allowed(customer, 45), 40)
      suite.engine.clock.advance(1_000)
      assert.equal(await allowed(customer, 25), 20)
    },
  )

  verifies(
    'decisions.16.17.agent',
    'an agent may send 100 requests in a burst, and 50 a second',
    async () => {
      const world = await suite.world()
      const { admin } = suite.engine.parley
      const { licenseId } = world
      const { clientId } = await admin.apps.create({
        ...{ licenseId, name: 'Desk', type: 'browser', visibility: 'private' },
        redirectUris: ['https://example.com/'],
        scopes: ['chats--all:read'],
      })
      const agent = await world.agent('ada')
      const issued = await admin.tokens.createForAgent({ licenseId, clientId, agentId: agent.id })
      const inBrowser = new Person(world, 'agent', agent.id, issued.accessToken)
      assert.equal(await allowed(inBrowser, 105), 100)
      suite.engine.clock.advance(1_000)
      assert.equal(await allowed(inBrowser, 55), 50)
    },
  )
})

proving('limits of rich messages', (storage) => {
  const suite = useEngine(storage)

  verifies(
    ['chat.limit.rich_message.elements', 'chat.limit.rich_message.buttons'],
    'a rich message has 1 to 10 elements of 1 to 10 buttons each',
    async () => {
      const world = await suite.world()
      for (const person of [await world.customer(), await world.agent('ada')]) {
        const { chatId: chat_id } = await startChat(person)
        const request = (elements: readonly object[]) => ({
          ...{ chat_id, event: { type: 'rich_message', template_id: 'cards', elements } },
        })
        const many = (count: number) => Array.from({ length: count }, () => ({}))
        for (const count of [1, 10]) {
          await person.web().succeed('send_event', request(many(count)))
          await person.web().succeed('send_event', request([{ buttons: many(count) }]))
        }
        const elements = 'payload.event.elements'
        for (const [wrong, detail] of [
          [[], `${elements} must have at least 1 items`],
          [many(11), `${elements} must have at most 10 items`],
          [[{ buttons: [] }], `${elements}[0].buttons must have at least 1 items`],
          [[{ buttons: many(11) }], `${elements}[0].buttons must have at most 10 items`],
        ] as const) {
          assert.deepEqual(await person.web().refuse('send_event', request(wrong)), validation(detail))
        }
        assert.equal(at(await person.web().succeed('send_event', request(many(2))), 'event.order'), 5)
      }
    },
  )
})
