import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { unknownChat, validation } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { exchange } from '../../support/web-client.js'
import { Person } from '../../support/world.js'
import { proving, provingInMemory } from '../proving.js'
import { verifies } from '../verifies.js'

const event = { type: 'message', text: 'Hello' }
const nested = (levels: number): unknown => (levels === 0 ? 0 : [nested(levels - 1)])
const keyed = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, '']))

proving('bounds', (storage) => {
  const suite = useEngine(storage)

  verifies(
    ['decisions.13.depth', 'decisions.13.keys', 'decisions.13.key', 'decisions.13.integers'],
    'JSON is 32 levels deep, with 1,000 keys of 256 bytes an object, and exact integers',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const { chatId: chat_id } = await startChat(agent)
      const custom = (content: object) => ({ chat_id, event: { type: 'custom', content } })
      for (const caller of [agent.web(), await agent.connect()]) {
        for (const [fits, beyond, detail] of [
          [{ a: nested(28) }, { a: nested(29) }, 'is nested deeper than 32 levels'],
          [keyed(1_000), keyed(1_001), 'has more than 1000 keys'],
          [{ ['é'.repeat(128)]: 1 }, { [`${'é'.repeat(128)}x`]: 1 }, 'is longer than 256 bytes'],
          [{ a: 2 ** 53 - 1 }, { a: 2 ** 53 }, 'is beyond ±(2^53−1)'],
        ] as const) {
          await caller.succeed('send_event', custom(fits))
          const error = await caller.refuse('send_event', custom(beyond))
          assert.equal(at(error, 'type'), 'validation')
          assert.ok(textAt(error, 'message').endsWith(detail), JSON.stringify(error))
        }
      }
    },
  )

  verifies('decisions.13.query', 'a query string has at most 8 KiB', async () => {
    const { token, world } = await (await suite.world()).customer()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const ask = (bytes: number) => {
      const query = `license_id=${world.licenseId}&`.padEnd(bytes, 'x')
      const url = `${suite.engine.origin}/customer/v0.5/action/get_chats_summary?${query}`
      return exchange(url, { method: 'POST', headers })
    }
    assert.equal((await ask(8_192)).status, 200)
    const { body } = await ask(8_193)
    assert.deepEqual(at(body, 'error'), validation('the query string is longer than 8192 bytes'))
  })

  verifies(
    [
      'decisions.13.fields.count',
      'decisions.13.fields.key',
      'decisions.13.fields.value',
      'decisions.13.name',
      'decisions.13.url',
    ],
    'details of a customer have limits',
    async () => {
      const page = (url: string, title = '') => ({ monitoring: { page: { url, title } } })
      const url = (length: number) => 'https://a.example/'.padEnd(length, 'x')
      for (const [fits, beyond, detail] of [
        [{ name: 'x'.repeat(512) }, { name: 'x'.repeat(513) }, 'name must have at most 512 characters'],
        [{ email: 'x'.repeat(512) }, { email: 'x'.repeat(513) }, 'email must have at most 512 characters'],
        [
          page(url(100), 'x'.repeat(512)),
          page(url(100), 'x'.repeat(513)),
          'monitoring.page.title must have at most 512 characters',
        ],
        [page(url(2_048)), page(url(2_049)), 'monitoring.page.url must have at most 2048 characters'],
        [
          { fields: { a: 'x'.repeat(1_024) } },
          { fields: { a: 'x'.repeat(1_025) } },
          'fields.a must have at most 1024 characters',
        ],
        [
          { fields: { ['x'.repeat(128)]: '' } },
          { fields: { ['x'.repeat(129)]: '' } },
          'fields has a key longer than 128 characters',
        ],
        [{ fields: keyed(100) }, { fields: keyed(101) }, 'fields must have at most 100 keys'],
      ] as const) {
        const customer = await (await suite.world()).customer()
        const error = await customer.web().refuse('update_customer', beyond)
        assert.deepEqual(error, validation(`payload.${detail}`))
        await customer.web().succeed('update_customer', fits)
      }
    },
  )

  verifies(
    ['decisions.13.groups', 'decisions.15.scopes'],
    'a chat has at most 100 groups, any unsigned integers',
    async () => {
      const world = await suite.world()
      const web = (await world.customer()).web()
      const groups = Array.from({ length: 100 }, (_, index) => index)
      const ask = (list: readonly unknown[]) => ({ chat: { scopes: { groups: list } } })
      const started = await web.succeed('start_chat', ask(groups))
      assert.deepEqual(at(started, 'chat.scopes'), { groups })
      const largest = [Number.MAX_SAFE_INTEGER]
      assert.deepEqual(at(await web.succeed('start_chat', ask(largest)), 'chat.scopes.groups'), largest)
      for (const wrong of [[...groups, 100], [-1], [1.5], ['1']]) {
        const error = await web.refuse('start_chat', ask(wrong))
        assert.equal(at(error, 'type'), 'validation')
      }
    },
  )

  verifies('decisions.13.users', 'a chat has at most 50 members at a time', async () => {
    const world = await suite.world()
    const agents = await Promise.all(Array.from({ length: 50 }, (_, index) => world.agent(`a${index}`)))
    const [first] = agents
    assert.ok(first)
    const { chatId: chat_id } = await startChat(await world.customer())
    const ids = agents.map(({ id }) => id)
    const error = await first.web().refuse('join_chat', { chat_id, agent_ids: ids })
    assert.equal(at(error, 'type'), 'validation')
    await first.web().succeed('join_chat', { chat_id, agent_ids: ids.slice(1) })
    assert.equal(at(await first.web().succeed('get_chat_threads', { chat_id }), 'chat.users.length'), 50)
  })

  verifies(
    'decisions.13.properties',
    'a chat, a thread and an event have at most 16 KiB of properties',
    async () => {
      const world = await suite.world()
      const { licenseId } = world
      const both = { read: true, write: true }
      const users = { agent: both, customer: both }
      const names = ['a', 'b', 'c', 'd', 'e']
      for (const name of names) {
        await suite.engine.parley.admin.properties.createOrReplace({
          ...{ licenseId, namespace: 'shop', name, type: 'string' },
          locations: { chat: users, thread: users, event: users },
        })
      }
      const customer = await world.customer()
      const values = (count: number) =>
        Object.fromEntries(names.slice(0, count).map((name) => [name, 'x'.repeat(4_096)]))
      for (const place of [
        (properties: object) => ({ properties }),
        (properties: object) => ({ thread: { properties } }),
        (properties: object) => ({ thread: { events: [{ ...event, properties }] } }),
      ]) {
        await customer.web().succeed('start_chat', { chat: place({ shop: values(3) }) })
        const error = await customer.web().refuse('start_chat', { chat: place({ shop: values(5) }) })
        assert.equal(at(error, 'type'), 'validation')
        assert.match(textAt(error, 'message'), /16384 bytes/)
      }
    },
  )

  verifies('decisions.15.unlimited', 'a license without an expiry shows null', async () => {
    const agent = await (await suite.world()).agent('ada')
    const login = await (await agent.open()).succeed('login', { token: agent.token })
    assert.equal(at(login, 'license.expiration_timestamp'), null)
  })

  verifies(
    'decisions.15.other_license',
    'data of another license does not exist for the caller',
    async () => {
      const [world, other] = [await suite.world(), await suite.world()]
      const [agent, stranger] = [await world.agent('ada'), await other.agent('eve')]
      const { chatId: chat_id } = await startChat(agent)
      const elsewhere = await startChat(stranger)
      await stranger.connect()
      const web = agent.web()
      for (const action of [
        'get_chat_threads',
        'close_thread',
        'update_last_seen_timestamp',
        'remove_from_chat',
      ]) {
        assert.deepEqual(await web.refuse(action, { chat_id: elsewhere.chatId }), unknownChat)
      }
      const joining = await web.refuse('join_chat', { chat_id, agent_ids: [stranger.id] })
      assert.deepEqual(joining, validation('payload.agent_ids[0] does not match any agent'))
      const status = { agent_id: stranger.id, routing_status: 'accepting_chats' }
      const updating = await web.refuse('update_agent', status)
      assert.deepEqual(updating, validation('payload.agent_id does not match any agent'))
    },
  )

  verifies(
    ['decisions.16.8.page_id', 'decisions.16.8.absent'],
    'get_filtered_chats of agent v0.4 has pages for callers who ask for them',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const ids: string[] = []
      for (let count = 0; count < 5; count += 1) {
        suite.engine.clock.advance(1_000)
        ids.unshift((await startChat(agent)).chatId)
      }
      const seen: unknown[] = []
      let request: object = { limit: 2 }
      for (;;) {
        const page = await agent.web().succeed('get_filtered_chats', request)
        seen.push(...listAt(page, 'chats_summary').map((chat) => at(chat, 'id')))
        if (!has(page, 'next_page_id')) break
        request = { limit: 2, page_id: at(page, 'next_page_id') }
      }
      assert.deepEqual(seen, ids)
      assert.equal(has(await agent.web().succeed('get_filtered_chats'), 'next_page_id'), false)
      await agent.web().succeed('get_filtered_chats', { limit: 100 })
      const error = await agent.web().refuse('get_filtered_chats', { limit: 101 })
      assert.deepEqual(
        error,
        validation('payload.limit must be an integer from 1 to 100', { request: { limit: 101 } }),
      )
    },
  )

  verifies('decisions.16.16.monitoring', 'monitoring counts as details sent', async () => {
    const customer = await (await suite.world()).customer({})
    await customer.web().refuse('start_chat')
    await customer.web().succeed('update_customer', { monitoring: { timezone: 'UTC' } })
    await customer.web().succeed('start_chat')
  })

  verifies(
    'decisions.16.16.email',
    'an agent shows the given e-mail address, or else a login that is one',
    async () => {
      const world = await suite.world()
      const { licenseId, clientId } = world
      const { agents, tokens } = suite.engine.parley.admin
      for (const [login, email, shown] of [
        [`desk-${licenseId}@example.com`, {}, `desk-${licenseId}@example.com`],
        [`desk-${licenseId}`, {}, ''],
        [`mail-${licenseId}`, { email: 'ada@example.com' }, 'ada@example.com'],
      ] as const) {
        const { id: agentId } = await agents.create({ licenseId, login, name: 'Ada', ...email })
        const { accessToken } = await tokens.createForAgent({ licenseId, clientId, agentId })
        const connection = await new Person(world, 'agent', agentId, accessToken).open()
        const response = await connection.succeed('login', { token: accessToken })
        assert.equal(at(response, 'my_profile.email'), shown)
      }
    },
  )

  verifies('decisions.16.18.details', 'details of a customer have at most 16 KiB after merging', async () => {
    const customer = await (await suite.world()).customer()
    const fields = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${prefix}${index}`, 'x'.repeat(1_000)]))
    await customer.web().succeed('update_customer', { fields: fields('a') })
    const error = await customer.web().refuse('update_customer', { name: 'Lee', fields: fields('b') })
    assert.equal(at(error, 'type'), 'validation')
    assert.match(textAt(error, 'message'), /16384 bytes/)
    const shown = at(await customer.web().succeed('update_customer'), 'customer')
    assert.deepEqual([at(shown, 'name'), at(shown, 'fields')], ['Casey', fields('a')])
  })

  verifies(
    ['decisions.16.18.pages', 'decisions.16.18.summaries'],
    'the last 20 pages of a visit are stored, and summaries and pushes show the last one',
    async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId: chat_id } = await startChat(customer)
      const desk = await agent.connect()
      for (let count = 1; count <= 22; count += 1) {
        const page = { url: `https://example.com/${count}` }
        await customer.web().succeed('update_customer', { monitoring: { page } })
      }
      const pagesOf = (user: unknown) =>
        listAt(user, 'monitoring.current_visit.pages').map((page) => textAt(page, 'url').split('/').at(-1))
      const read = await agent.web().succeed('get_chat_threads', { chat_id })
      const expectedIds = Array.from({ length: 20 }, (_, index) => `${index + 3}`)
      assert.deepEqual(pagesOf(at(read, 'chat.users.0')), expectedIds)
      const listed = await agent.web().succeed('get_filtered_chats')
      const users = [
        at(listed, 'chats_summary.0.users.0'),
        at((await desk.pushes()).at(-1), 'payload.customer'),
      ]
      for (const user of users) {
        assert.deepEqual(pagesOf(user), ['22'])
        assert.equal(at(user, 'monitoring.stats.page_views'), 22)
      }
    },
  )
})

provingInMemory('many threads', (storage) => {
  const suite = useEngine(storage)

  verifies(
    'decisions.16.19.threads_summary',
    'threads_summary of agents has the newest 1,000 threads, and then page_id',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const { chatId: chat_id } = await startChat(agent)
      const caller = suite.engine.parley.as({ agentId: agent.id })
      for (let count = 1; count < 1_002; count += 1) {
        await caller.closeThread({ chat_id })
        await caller.sendEvent({ chat_id, event: { type: 'message', text: 'x' } })
      }
      const first = await agent.web().succeed('get_chat_threads', { chat_id })
      const orders = (page: unknown) =>
        listAt(page, 'chat.threads_summary').map((thread) => at(thread, 'order'))
      assert.deepEqual([orders(first).length, orders(first)[0], orders(first).at(-1)], [1_000, 1_002, 3])
      const page_id = at(first, 'next_page_id')
      const second = await agent.web().succeed('get_chat_threads', { chat_id, page_id })
      assert.deepEqual([orders(second), has(second, 'next_page_id')], [[2, 1], false])
    },
  )
})

proving('responses', (storage) => {
  const suite = useEngine(storage, { fixed: { limits: { chatsSummaryBytes: 4_096 } } })

  verifies(
    'decisions.16.19.page_id',
    'a truncated list of customer v0.5 contains the next page id',
    async () => {
      const customer = await (await suite.world()).customer()
      for (let count = 0; count < 5; count += 1) {
        suite.engine.clock.advance(1_000)
        await say(customer, (await startChat(customer)).chatId, 'x'.repeat(1_500))
      }
      const first = await customer.web().succeed('get_chats_summary')
      assert.ok(listAt(first, 'chats_summary').length < 5)
      const seen = new Set<unknown>()
      let page: unknown = first
      for (;;) {
        for (const chat of listAt(page, 'chats_summary')) seen.add(at(chat, 'id'))
        if (!has(page, 'next_page_id')) break
        page = await customer.web().succeed('get_chats_summary', { page_id: at(page, 'next_page_id') })
      }
      assert.equal(seen.size, 5)
      assert.equal(at(first, 'total_chats'), 5)
      assert.ok(suite.engine.clock.now() > startSeconds)
    },
  )
})

proving('users of a thread', (storage) => {
  const suite = useEngine(storage, { fixed: { limits: { usersPerThread: 2 } } })

  verifies('decisions.16.4.bound', 'a thread names no author beyond its limit', async () => {
    const world = await suite.world()
    const [customer, ada, bob] = [await world.customer(), await world.agent('ada'), await world.agent('bob')]
    const { chatId, threadId } = await startChat(customer)
    await say(ada, chatId, 'Hello')
    const connection = await customer.connect()
    const refused = validation('payload.event would make more than 2 users of the thread')
    assert.deepEqual(await bob.web().refuse('send_event', { chat_id: chatId, event }), refused)
    assert.deepEqual(await connection.pushes(), [])
    const request = { chat_id: chatId, thread_ids: [threadId] }
    const read = await bob.web().succeed('get_chat_threads', request)
    assert.equal(listAt(read, 'chat.threads.0.events').length, 1)
    assert.deepEqual(at(read, 'chat.threads.0.user_ids'), [customer.id, ada.id])
  })
})
