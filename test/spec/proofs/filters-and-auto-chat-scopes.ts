import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, listAt, textAt } from '../../support/json.js'
import { agentVersions, type Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const paid = { test: { string_property: { values: ['paid'] } } }

proving('filters by properties', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    return { world, customer: await world.customer(), agent: await world.agent('ada') }
  }
  const ids = (answer: unknown) => listAt(answer, 'chats_summary').map((chat) => textAt(chat, 'id'))

  /** Creates chats with these properties in the namespace `test`, the newest last. Returns their ids. */
  async function startChats(customer: Person, all: readonly object[]): Promise<readonly string[]> {
    const chatIds: string[] = []
    for (const test of all) {
      suite.engine.clock.advance(1_000)
      chatIds.push((await startChat(customer, { properties: { test } })).chatId)
    }
    return chatIds
  }

  verifies(
    [
      'chat.agent.get_filtered_chats.request.filters.properties',
      'chat.agent.get_archives.request.filters.properties',
      'decisions.15.archives.properties',
      'chat.filter.exists',
      'chat.filter.values',
      'chat.filter.exclude_values',
      'decisions.8.4.words',
      'decisions.8.10.type',
      'decisions.8.10.string',
      'decisions.15.exclude_values',
    ],
    'filters by properties find chats by properties that exist, are missing, or have other values',
    async () => {
      const { customer, agent } = await setUp()
      const [none, one, two] = await startChats(customer, [
        {},
        { int_property: 1, string_property: 'Red shoes', tokenized_string_property: 'Where is my ORDER?' },
        { int_property: 2, string_property: 'red' },
      ])
      for (const [test, found] of [
        [{ int_property: { exists: true } }, [two, one]],
        [{ int_property: { exists: false } }, [none]],
        [{ int_property: { values: [1, 7] } }, [one]],
        [{ int_property: { values: [] } }, []],
        [{ int_property: { exclude_values: [1] } }, [two, none]],
        [{ string_property: { values: ['red'] } }, [two]],
        [{ string_property: { values: ['Red'] } }, []],
        [{ tokenized_string_property: { values: ['order my'] } }, [one]],
        [{ tokenized_string_property: { values: ['order yours'] } }, []],
        [{ int_property: { exists: true }, string_property: { exclude_values: ['red'] } }, [one]],
        [{}, [two, one, none]],
      ] as const) {
        const filters = { properties: { test } }
        for (const version of agentVersions) {
          const listed = await agent.web(version).succeed('get_filtered_chats', { filters })
          assert.deepEqual(ids(listed), found, JSON.stringify(test))
          const archived = await agent.web(version).succeed('get_archives', { filters })
          const chats = listAt(archived, 'chats').map((entry) => textAt(entry, 'chat.id'))
          assert.deepEqual(chats, found, JSON.stringify(test))
        }
      }
    },
  )

  verifies(
    [
      'chat.filter.one_per_property',
      'decisions.8.10.type',
      'decisions.8.10.unknown',
      'decisions.8.10.access',
    ],
    'filters by properties are refused when they are invalid, or when the agent may not read the property',
    async () => {
      const { world, agent } = await setUp()
      const unreadable = { agent: { read: false, write: true } }
      const readable = { agent: { read: true, write: true } }
      for (const [name, locations] of [
        ['secret', { chat: unreadable, thread: unreadable }],
        ['event', { event: readable }],
      ] as const) {
        const { licenseId } = world
        const property = { licenseId, namespace: 'shop', name, type: 'string', locations } as const
        await suite.engine.parley.admin.properties.createOrReplace(property)
      }
      for (const [properties, type] of [
        [{ test: { int_property: {} } }, 'validation'],
        [{ test: { int_property: { exists: true, values: [1] } } }, 'validation'],
        [{ test: { int_property: { values: ['1'] } } }, 'validation'],
        [{ test: { int_property: { exists: 'yes' } } }, 'validation'],
        [{ test: { nothing: { exists: true } } }, 'validation'],
        [{ nowhere: { a: { exists: true } } }, 'validation'],
        [{ shop: { event: { exists: true } } }, 'validation'],
        [{ shop: { secret: { exists: true } } }, 'authorization'],
      ] as const) {
        for (const action of ['get_filtered_chats', 'get_archives']) {
          const error = await agent.web().refuse(action, { filters: { properties } })
          assert.equal(at(error, 'type'), type, `${action} ${JSON.stringify(properties)}`)
        }
      }
    },
  )

  verifies(
    'decisions.15.archives.properties',
    'filters by properties apply in archives to the thread first, and then to the chat',
    async () => {
      const { customer, agent } = await setUp()
      const [one, other] = [{ test: { int_property: 1 } }, { test: { int_property: 2 } }]
      const { threadId: ofChat } = await startChat(customer, { properties: one })
      const { threadId: ofThread } = await startChat(customer, {
        properties: one,
        thread: { properties: other },
      })
      for (const [value, found] of [
        [1, [ofChat]],
        [2, [ofThread]],
      ] as const) {
        const filters = { properties: { test: { int_property: { values: [value] } } } }
        const archived = await agent.web().succeed('get_archives', { filters })
        const threads = listAt(archived, 'chats').map((entry) => textAt(entry, 'chat.thread.id'))
        assert.deepEqual(threads, found)
      }
    },
  )

  verifies(
    'decisions.16.8.sort_order',
    'filters by properties can be combined with either order by activity',
    async () => {
      const { customer, agent } = await setUp()
      const oldestFirst = await startChats(customer, [{}, {}, {}])
      const listed = async (sort_order: string) =>
        ids(await agent.web().succeed('get_filtered_chats', { sort_order }))
      assert.deepEqual(await listed('asc'), oldestFirst)
      assert.deepEqual(await listed('desc'), oldestFirst.toReversed())
    },
  )
})

proving('automatic chat scopes', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    return { world, customer: await world.customer(), agent: await world.agent('ada') }
  }
  const add = async (agent: Person, groups: readonly number[], rules: object) =>
    textAt(
      await agent.web().succeed('add_auto_chat_scopes', { scopes: { groups }, rules }),
      'auto_chat_scopes_id',
    )
  /** Starts a chat and returns its scopes. */
  const scopesOf = async (agent: Person, starter: Person, chat: object = {}) => {
    const { chatId: chat_id } = await startChat(starter, chat)
    return at(await agent.web().succeed('get_chat_threads', { chat_id }), 'chat.scopes')
  }
  const visit = (customer: Person, url: string) =>
    customer.web().succeed('update_customer', { monitoring: { page: { url } } })
  const isPaid = { properties: { test: { string_property: 'paid' } } }

  verifies(
    [
      'chat.agent.add_auto_chat_scopes',
      'chat.agent.remove_auto_chat_scopes',
      'chat.agent.get_auto_chat_scopes_config',
      'decisions.15.other_license.auto_chat_scopes',
    ],
    'automatic chat scopes are listed from their addition to their removal, in their license',
    async () => {
      const { agent } = await setUp()
      const stranger = await (await suite.world()).agent('eve')
      const rules = {
        chat_properties: { test: { int_property: { exclude_values: [1] }, bool_property: { exists: true } } },
        customer_url: { values: [{ value: 'https://example.com/', exact_match: true }] },
      }
      const request = { scopes: { groups: [1, 2] }, rules, description: 'Who pays' }
      const web = agent.web()
      const added = await web.succeed('add_auto_chat_scopes', request)
      const id = textAt(added, 'auto_chat_scopes_id')
      assert.deepEqual(added, { auto_chat_scopes_id: id })
      const listed = (person: Person) => person.web().succeed('get_auto_chat_scopes_config')
      assert.deepEqual(await listed(agent), { auto_chat_scopes_config: [{ id, ...request }] })
      assert.deepEqual(await listed(stranger), { auto_chat_scopes_config: [] })
      const removal = { auto_chat_scopes_id: id }
      const unknown = validation('payload.auto_chat_scopes_id does not match any automatic chat scopes')
      assert.deepEqual(await stranger.web().refuse('remove_auto_chat_scopes', removal), unknown)
      assert.deepEqual(await web.succeed('remove_auto_chat_scopes', removal), {})
      assert.deepEqual(await listed(agent), { auto_chat_scopes_config: [] })
      assert.deepEqual(await web.refuse('remove_auto_chat_scopes', removal), unknown)
    },
  )

  verifies(
    [
      'chat.agent.add_auto_chat_scopes.request.rules.chat_properties',
      'decisions.6.22.every_rule',
      'decisions.6.22.both',
      'decisions.6.22.new_chats',
    ],
    'automatic chat scopes are those of each rule that a new chat matches, whoever starts it',
    async () => {
      const { customer, agent } = await setUp()
      const { chatId: before } = await startChat(customer, isPaid)
      await add(agent, [5, 6], { chat_properties: paid })
      await add(agent, [6, 7], { chat_properties: { test: { int_property: { exists: true } } } })
      await add(agent, [8], { chat_properties: paid, customer_url: { values: [{ value: 'shop' }] } })
      assert.deepEqual(await scopesOf(agent, customer), {})
      assert.deepEqual(await scopesOf(agent, customer, isPaid), { groups: [5, 6] })
      assert.deepEqual(await scopesOf(agent, agent, isPaid), { groups: [5, 6] })
      await visit(customer, 'https://shop.example/')
      assert.deepEqual(await scopesOf(agent, customer, isPaid), { groups: [5, 6, 8] })
      const test = { string_property: 'paid', int_property: 1 }
      const own = { properties: { test }, scopes: { groups: [9] } }
      assert.deepEqual(await scopesOf(agent, customer, own), { groups: [9, 5, 6, 7, 8] })
      const read = await agent.web().succeed('get_chat_threads', { chat_id: before })
      assert.deepEqual(at(read, 'chat.scopes'), {})
    },
  )

  verifies(
    [
      'chat.agent.add_auto_chat_scopes.request.rules.customer_url',
      'chat.agent.add_auto_chat_scopes.request.rules.customer_url.exact_match',
      'decisions.6.22.url',
    ],
    'automatic chat scopes depend on the customer’s current page, by its whole address or a part of it',
    async () => {
      const { customer, agent } = await setUp()
      const url = 'https://a.example/x'
      await add(agent, [1], { customer_url: { values: [{ value: 'a.example' }, { value: '/help' }] } })
      await add(agent, [2], { customer_url: { values: [{ value: url, exact_match: true }] } })
      await add(agent, [3], {
        customer_url: { exclude_values: [{ value: 'a.example', exact_match: false }] },
      })
      for (const [page, groups] of [
        [undefined, [3]],
        [url, [1, 2]],
        [`${url}?y`, [1]],
        ['https://b.example/help', [1, 3]],
        ['https://b.example/', [3]],
      ] as const) {
        if (page !== undefined) await visit(customer, page)
        assert.deepEqual(await scopesOf(agent, customer), { groups }, page)
      }
    },
  )

  verifies(
    [
      'chat.agent.add_auto_chat_scopes.request.rules.chat_properties',
      'chat.agent.add_auto_chat_scopes.request.rules.customer_url',
      'chat.filter.one_per_property',
      'decisions.6.22.both',
      'decisions.6.22.groups',
    ],
    'automatic chat scopes are refused without a rule, without a group, and with two filter types for one field',
    async () => {
      const { agent } = await setUp()
      const scopes = { groups: [1] }
      const values = [{ value: 'a' }]
      for (const request of [
        { scopes, rules: {} },
        { scopes, rules: { customer_url: {} } },
        { scopes, rules: { customer_url: { values, exclude_values: values } } },
        { scopes, rules: { chat_properties: { test: { int_property: { exists: true, values: [1] } } } } },
        { scopes, rules: { chat_properties: { test: { int_property: {} } } } },
        { scopes: {}, rules: { customer_url: { values } } },
        { scopes: { groups: [] }, rules: { customer_url: { values } } },
      ]) {
        const error = await agent.web().refuse('add_auto_chat_scopes', request)
        assert.equal(at(error, 'type'), 'validation', JSON.stringify(request))
      }
    },
  )

  verifies(
    'decisions.6.22.hundred',
    'automatic chat scopes give a chat at most 100 groups, those of the oldest rules',
    async () => {
      const { customer, agent } = await setUp()
      const groups = (from: number) => Array.from({ length: 60 }, (_, index) => from + index)
      for (const from of [0, 100]) await add(agent, groups(from), { chat_properties: paid })
      const expected = [...groups(0), ...groups(100).slice(0, 40)]
      assert.deepEqual(await scopesOf(agent, customer, isPaid), { groups: expected })
    },
  )

  verifies(
    'decisions.13.auto_chat_scopes',
    'a license can have at most 200 automatic chat scopes',
    async () => {
      const { agent } = await setUp()
      const caller = suite.engine.parley.as({ agentId: agent.id })
      const request = { scopes: { groups: [1] }, rules: { chat_properties: paid } }
      for (let count = 0; count < 200; count += 1) await caller.addAutoChatScopes(request)
      const error = await agent.web().refuse('add_auto_chat_scopes', request)
      assert.deepEqual(error, validation('a license can have at most 200 automatic chat scopes'))
    },
  )
})
