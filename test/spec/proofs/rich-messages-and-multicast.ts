import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, listAt, textAt } from '../../support/json.js'
import { defaultRates } from '../../support/rates.js'
import type { RtmClient } from '../../support/rtm-client.js'
import { agentVersions, type Person, type World } from '../../support/world.js'
import { proving } from '../proving.js'
import { richMessage } from '../recording/events.js'
import { verifies } from '../verifies.js'

const names = async (connection: RtmClient) => (await connection.pushes()).map(({ action }) => action)

/** Sends a rich message in the active thread of a chat of the customer. Returns its ids. */
async function sendRichMessage(customer: Person, sender: Person = customer) {
  const { chatId: chat_id, threadId: thread_id } = await startChat(customer)
  const sent = await sender.web().succeed('send_event', { chat_id, event: richMessage })
  return { chat_id, thread_id, event_id: textAt(sent, 'event.id') }
}

proving('postbacks', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    return { world, customer: await world.customer(), agent: await world.agent('ada') }
  }

  verifies(
    [
      'chat.customer.send_rich_message_postback',
      'chat.customer.send_rich_message_postback.push',
      'chat.state.button.send_rich_message_postback',
      'chat.event.rich_message.shared_postback_id',
      'chat.event.rich_message.elements[].buttons[].postback_id',
      'chat.event.rich_message.elements[].buttons[].user_ids',
      'decisions.6.20.untoggled',
      'decisions.6.20.unchanged',
      'decisions.6.20.agents',
    ],
    'postbacks add the customer to every button with that id, and take it away again',
    async () => {
      const { customer, agent } = await setUp()
      const ids = await sendRichMessage(customer, agent)
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      const users = async () => {
        const request = { chat_id: ids.chat_id, thread_ids: [ids.thread_id] }
        const readers = [customer, agent].map(async (person) => {
          const read = await person.web().succeed('get_chat_threads', request)
          const elements = listAt(read, 'chat.threads.0.events.0.elements')
          return elements.map((element) => at(element, 'buttons.0.user_ids'))
        })
        return Promise.all(readers)
      }
      for (const toggled of [true, false]) {
        const postback = { id: 'yes', toggled }
        const request = { ...ids, postback }
        assert.deepEqual(await customer.web().succeed('send_rich_message_postback', request), {})
        const push = { user_id: customer.id, ...ids, postback }
        assert.deepEqual(await phone.push('incoming_rich_message_postback'), push)
        const own = toggled ? [customer.id] : []
        assert.deepEqual(await users(), [
          [own, own],
          [own, own],
        ])
        assert.deepEqual(await customer.web().succeed('send_rich_message_postback', request), {})
        assert.deepEqual([await names(phone), await names(desk)], [[], []])
      }
    },
  )

  verifies(
    ['chat.customer.send_rich_message_postback.push', 'decisions.15.postback'],
    'postbacks are refused in a closed thread, and for unknown ids',
    async () => {
      const { customer } = await setUp()
      const ids = await sendRichMessage(customer)
      const other = await startChat(customer)
      const web = customer.web()
      const postback = { id: 'yes', toggled: true }
      for (const wrong of [
        { ...ids, postback: { id: 'no', toggled: true } },
        { ...ids, postback, event_id: 'nowhere' },
        { ...ids, postback, thread_id: other.threadId },
        { ...ids, postback, chat_id: other.chatId },
      ]) {
        assert.equal(at(await web.refuse('send_rich_message_postback', wrong), 'type'), 'validation')
      }
      await web.succeed('close_thread', { chat_id: ids.chat_id })
      const phone = await customer.connect()
      const error = await web.refuse('send_rich_message_postback', { ...ids, postback })
      assert.equal(at(error, 'type'), 'validation')
      assert.deepEqual(await phone.pushes(), [])
    },
  )

  verifies(
    [
      'chat.version.customer_v0.3.send_rich_message_postback',
      'chat.version.customer_v0.3.incoming_rich_message_postback',
      'decisions.9.customer',
    ],
    'postbacks exist only in customer v0.5',
    async () => {
      const { customer } = await setUp()
      const ids = await sendRichMessage(customer)
      const older = [await customer.connect('v0.3'), await customer.connect('v0.4')]
      const request = { ...ids, postback: { id: 'yes', toggled: true } }
      for (const connection of older) {
        const error = validation('unknown action "send_rich_message_postback"')
        assert.deepEqual(await connection.refuse('send_rich_message_postback', request), error)
      }
      await customer.web().succeed('send_rich_message_postback', request)
      for (const connection of older) assert.deepEqual(await connection.pushes(), [])
    },
  )

  verifies(
    'decisions.16.2.rich_messages',
    'total_events counts the events that the version shows',
    async () => {
      const { customer } = await setUp()
      const { chat_id } = await sendRichMessage(customer)
      for (const [version, count] of [
        ['v0.3', 0],
        ['v0.4', 0],
        ['v0.5', 1],
      ] as const) {
        const threads = await customer.web(version).succeed('get_chat_threads_summary', { chat_id })
        assert.equal(at(threads, 'threads_summary.0.total_events'), count)
      }
    },
  )
})

proving('multicasts', (storage) => {
  const suite = useEngine(storage)

  /** Connects an agent, a customer and others in the newest version, and users of another license. */
  async function audience(world: World) {
    const elsewhere = await suite.world()
    const people = {
      sender: await world.agent('ada'),
      other: await world.agent('bob', { permission: 'normal', scopes: [] }),
      customer: await world.customer(),
      silent: await world.customer(),
      stranger: await elsewhere.agent('eve'),
      strangeCustomer: await elsewhere.customer(),
    }
    const connections = await Promise.all(Object.values(people).map((person) => person.connect()))
    const countMulticasts = async () => {
      const isMulticast = (name: unknown) => name === 'incoming_multicast'
      const counts = await Promise.all(
        connections.map(async (one) => (await names(one)).filter(isMulticast).length),
      )
      return Object.fromEntries(Object.keys(people).map((name, index) => [name, counts[index]]))
    }
    return { people, countMulticasts }
  }
  const nobody = { sender: 0, other: 0, customer: 0, silent: 0, stranger: 0, strangeCustomer: 0 }

  verifies(
    [
      'chat.agent.multicast',
      'chat.agent.multicast.push',
      'chat.agent.multicast.request.scopes.agents.all',
      'chat.agent.multicast.request.scopes.agents.ids',
      'chat.agent.multicast.request.scopes.agents.groups',
      'chat.agent.multicast.request.scopes.customers.ids',
      'decisions.6.21.license',
      'decisions.6.21.unknown',
      'decisions.6.21.once',
    ],
    'multicasts reach each named user once, and no user of another license',
    async () => {
      const { people, countMulticasts } = await audience(await suite.world())
      const { sender, other, customer, stranger, strangeCustomer } = people
      for (const [scopes, reached] of [
        [{ agents: { all: true } }, { sender: 1, other: 1 }],
        [{ agents: { ids: [other.id, stranger.id, 'nobody'] } }, { other: 1 }],
        [{ agents: { groups: [0] } }, { sender: 1, other: 1 }],
        [{ agents: { groups: [7] } }, {}],
        [{ customers: { ids: [customer.id, strangeCustomer.id] } }, { customer: 1 }],
        [
          { agents: { all: true, ids: [other.id], groups: [0] }, customers: { ids: [customer.id] } },
          { sender: 1, other: 1, customer: 1 },
        ],
      ] as const) {
        const request = { scopes, content: { a: [1] } }
        assert.deepEqual(await sender.web().succeed('multicast', request), {})
        assert.deepEqual(await countMulticasts(), { ...nobody, ...reached }, JSON.stringify(scopes))
      }
    },
  )

  verifies(
    'chat.agent.multicast.request.content',
    'multicasts carry any JSON, which is required',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const desk = await agent.connect()
      const scopes = { agents: { all: true } }
      for (const content of [{ a: [1, null] }, [1, 'a'], 'text', 7, false]) {
        await agent.web().succeed('multicast', { scopes, content })
        assert.deepEqual(await desk.push('incoming_multicast'), { author_id: agent.id, content })
      }
      const error = await agent.web().refuse('multicast', { scopes })
      assert.deepEqual(error, validation('payload.content is required'))
    },
  )

  verifies(
    ['chat.agent.multicast.request.scopes', 'decisions.6.21.nobody'],
    'multicasts are refused when they name no recipient',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      for (const scopes of [{}, { agents: {} }, { agents: { all: false } }, { agents: { ids: [] } }]) {
        const error = await agent.web().refuse('multicast', { scopes, content: 1 })
        assert.equal(at(error, 'type'), 'validation')
      }
    },
  )

  verifies(
    ['chat.agent.multicast.permission.multicast:write'],
    'multicasts need the scope multicast:write, and no other',
    async () => {
      const world = await suite.world()
      const request = { scopes: { agents: { all: true } }, content: 1 }
      const sender = await world.agent('ada', { permission: 'normal', scopes: ['multicast:write'] })
      await sender.web().succeed('multicast', request)
      const other = await world.agent('bob', { scopes: ['chats--all:read', 'chats.meta--all:write'] })
      assert.equal(at(await other.web().refuse('multicast', request), 'type'), 'authorization')
    },
  )

  verifies(
    [
      'chat.version.agent_v0.3.send_broadcast',
      'chat.version.agent_v0.3.incoming_broadcast',
      'chat.version.customer_v0.3.incoming_multicast',
      'decisions.15.send_broadcast',
    ],
    'multicasts are called broadcasts in agent v0.3, and missing in customer v0.3',
    async () => {
      const world = await suite.world()
      const [agent, customer] = [await world.agent('ada'), await world.customer()]
      const desks = await Promise.all(agentVersions.map((version) => agent.connect(version)))
      const phones = await Promise.all(['v0.3', 'v0.5'].map((version) => customer.connect(version)))
      const push = { author_id: agent.id, content: { a: 1 } }
      const pushNames = ['incoming_broadcast', 'incoming_multicast']
      for (const scopes of [{ agents: [agent.id] }, { groups: [0] }]) {
        await agent.web('v0.3').succeed('send_broadcast', { scopes, content: push.content })
        for (const [index, desk] of desks.entries()) {
          assert.deepEqual(await desk.push(pushNames[index] ?? ''), push)
        }
      }
      const scopes = { agents: { all: true }, customers: { ids: [customer.id] } }
      await agent.web().succeed('multicast', { scopes, content: push.content })
      for (const [index, desk] of desks.entries()) {
        assert.deepEqual(await desk.push(pushNames[index] ?? ''), push)
      }
      assert.deepEqual(await Promise.all(phones.map(names)), [[], ['incoming_multicast']])
      const unknown = (action: string) => validation(`unknown action "${action}"`)
      assert.deepEqual(await agent.web('v0.3').refuse('multicast', {}), unknown('multicast'))
      assert.deepEqual(await agent.web('v0.4').refuse('send_broadcast', {}), unknown('send_broadcast'))
    },
  )

  verifies('decisions.13.multicast.bytes', 'a multicast has at most 16 KiB', async () => {
    const agent = await (await suite.world()).agent('ada')
    const request = (bytes: number) => ({ scopes: { agents: { all: true } }, content: 'x'.repeat(bytes - 2) })
    await agent.web().succeed('multicast', request(16_384))
    assert.equal(at(await agent.web().refuse('multicast', request(16_385)), 'type'), 'validation')
  })
})

proving('rates of multicasts and postbacks', (storage) => {
  const suite = useEngine(storage, { rates: defaultRates })

  /** Sends that many requests one after the other. Returns how many succeed, and checks the refusals of the others. */
  async function allowed(count: number, send: () => Promise<{ status: number }>): Promise<number> {
    let done = 0
    for (let requestCount = 0; requestCount < count; requestCount += 1) {
      const { status } = await send()
      assert.ok(status === 200 || status === 429, `${status}`)
      if (status === 200) done += 1
    }
    return done
  }

  verifies(
    'decisions.13.multicast.rate',
    'an agent can send 5 multicasts in a burst, and 1 a second',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const request = { scopes: { agents: { all: true } }, content: 1 }
      const send = () => agent.web().post('multicast', request)
      assert.equal(await allowed(8, send), 5)
      suite.engine.clock.advance(1_000)
      assert.equal(await allowed(3, send), 1)
    },
  )

  verifies(
    'decisions.13.postbacks.rate',
    'a customer can send 20 postbacks in a burst, and 5 a second',
    async () => {
      const customer = await (await suite.world()).customer()
      const ids = await sendRichMessage(customer)
      const request = { ...ids, postback: { id: 'yes', toggled: true } }
      const send = () => customer.web().post('send_rich_message_postback', request)
      assert.equal(await allowed(22, send), 20)
      suite.engine.clock.advance(1_000)
      assert.equal(await allowed(7, send), 5)
    },
  )
})
