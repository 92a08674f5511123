import assert from 'node:assert/strict'
import type { Scope } from '@parley/core/admin'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { has, listAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const all = { read: true, write: true }

forEachStorage('get_filtered_chats with property filters', (storage) => {
  const suite = useEngine(storage, {
    fixed: { limits: { propertyFilterCount: 3, propertyFilterTermCount: 8 } },
  })

  /** Creates chats of one customer, each newer than the one before, and returns their ids. */
  async function givenChats(customer: Person, chats: readonly object[]): Promise<readonly string[]> {
    const ids: string[] = []
    for (const properties of chats) {
      await suite.engine.clock.advance(1_000)
      ids.push((await startChat(customer, { properties })).chatId)
    }
    return ids
  }

  async function setUp(): Promise<{ world: World; customer: Person; agent: Person }> {
    const world = await suite.world()
    return { world, customer: await world.customer(), agent: await world.agent('ada') }
  }

  const idsOf = (answer: unknown) => listAt(answer, 'chats_summary').map((chat) => textAt(chat, 'id'))

  forEachTransport('agent', (transport, version) => {
    test('get_filtered_chats lists the chats whose properties match, latest activity first', async () => {
      const { customer, agent } = await setUp()
      const [plain, one, two, both] = await givenChats(customer, [
        {},
        { test: { int_property: 1, tokenized_string_property: 'Where is my ORDER?' } },
        { test: { int_property: 2, bool_property: false } },
        { test: { int_property: 1, bool_property: true, tokenized_string_property: 'order 66' } },
      ])
      const caller = await agent.via(transport, version)
      const listed = async (test: object) =>
        idsOf(await caller.succeed('get_filtered_chats', { filters: { properties: { test } } }))
      assert.deepEqual(await listed({ int_property: { exists: true } }), [both, two, one])
      assert.deepEqual(await listed({ int_property: { exists: false } }), [plain])
      assert.deepEqual(await listed({ int_property: { values: [1, 7] } }), [both, one])
      assert.deepEqual(await listed({ int_property: { exclude_values: [1] } }), [two, plain])
      assert.deepEqual(await listed({ bool_property: { values: [false] } }), [two])
      assert.deepEqual(await listed({ tokenized_string_property: { values: ['my order'] } }), [one])
      assert.deepEqual(await listed({ tokenized_string_property: { exclude_values: ['Order'] } }), [
        two,
        plain,
      ])
      const both_properties = { int_property: { values: [1] }, bool_property: { exists: true } }
      assert.deepEqual(await listed(both_properties), [both])
      assert.deepEqual(await listed({}), [both, two, one, plain])
    })

    test('property filters combine with the filter for active threads', async () => {
      const { customer, agent } = await setUp()
      const [open, closed, other] = await givenChats(customer, [
        { test: { string_property: 'a' } },
        { test: { string_property: 'a' } },
        { test: { string_property: 'b' } },
      ])
      for (const chat_id of [closed, other]) await customer.web().succeed('close_thread', { chat_id })
      const caller = await agent.via(transport, version)
      const properties = { test: { string_property: { values: ['a'] } } }
      const listed = async (filters: object) => idsOf(await caller.succeed('get_filtered_chats', { filters }))
      assert.deepEqual(await listed({ properties }), [closed, open])
      assert.deepEqual(await listed({ properties, include_active: false }), [closed])
    })

    test('property filters list no chat that the agent may not see', async () => {
      const { world, customer, agent } = await setUp()
      const properties = { test: { bool_property: true } }
      await startChat(await (await suite.world()).customer(), { properties })
      const hidden = (await startChat(customer, { properties, scopes: { groups: [7] } })).chatId
      const open = (await startChat(customer, { properties })).chatId
      const filters = { properties: { test: { bool_property: { values: [true] } } } }
      const seenBy = async (person: Person) => {
        const caller = await person.via(transport, version)
        return new Set(idsOf(await caller.succeed('get_filtered_chats', { filters })))
      }
      const scopes: readonly Scope[] = ['chats--my:read']
      assert.deepEqual(await seenBy(agent), new Set([hidden, open]))
      assert.deepEqual(await seenBy(await world.agent('bob', { permission: 'normal' })), new Set([open]))
      assert.deepEqual(await seenBy(await world.agent('eve', { scopes })), new Set())
    })

    test('get_filtered_chats refuses an invalid property filter', async () => {
      const { agent } = await setUp()
      const caller = await agent.via(transport, version)
      const path = 'payload.filters.properties'
      const refused = async (properties: unknown, detail: string) =>
        assert.deepEqual(
          await caller.refuse('get_filtered_chats', { filters: { properties } }),
          validation(`${path}${detail}`, { request: { filters: { properties } } }),
        )
      const one = '.test.int_property must have one of exists, values and exclude_values'
      await refused({ none: { x: { exists: true } } }, '.none is not a configured namespace')
      await refused({ test: { none: { exists: true } } }, '.test.none is not a configured property')
      await refused({ test: { int_property: {} } }, one)
      await refused({ test: { int_property: { exists: true, values: [1] } } }, one)
      await refused(
        { test: { int_property: { values: ['1'] } } },
        '.test.int_property.values[0] must be of type int',
      )
      await refused(
        { test: { int_property: { exists: 'yes' } } },
        '.test.int_property.exists must be a boolean',
      )
      await refused(
        { test: { int_property: { values: [1, 2, 3, 4, 5, 6, 7, 8, 9] } } },
        ' names more than 8 values and words',
      )
      const exists = { exists: true }
      const four = { int_property: exists, bool_property: exists, string_property: exists }
      await refused({ test: { ...four, tokenized_string_property: exists } }, ' names more than 3 properties')
    })
  })

  test('get_filtered_chats filters only by properties that agents may read', async () => {
    const { world, agent } = await setUp()
    const { properties } = suite.engine.parley.admin
    const property = { licenseId: world.licenseId, namespace: 'shop', type: 'string' } as const
    await properties.createOrReplace({ ...property, name: 'secret', locations: { chat: { customer: all } } })
    await properties.createOrReplace({ ...property, name: 'event', locations: { event: { agent: all } } })
    const refuse = (name: string) =>
      agent.web().refuse('get_filtered_chats', {
        filters: { properties: { shop: { [name]: { exists: true } } } },
      })
    const path = 'payload.filters.properties.shop'
    assert.deepEqual(await refuse('secret'), authorization(`${path}.secret may not be read`))
    assert.deepEqual(await refuse('event'), validation(`${path}.event is not allowed on a chat`))
  })

  test('the pages of a filtered list work in either order, and a page_id is valid only with its filters', async () => {
    const { customer, agent } = await setUp()
    const test = { bool_property: true }
    const ids = await givenChats(customer, [{ test }, {}, { test }, {}, { test }])
    const [a, , b, , c] = ids
    const properties = { test: { bool_property: { values: [true] } } }
    const page = (request: object) =>
      agent.web().succeed('get_filtered_chats', { filters: { properties }, limit: 2, ...request })
    const [latest, earliest] = [await page({}), await page({ sort_order: 'asc' })]
    assert.deepEqual(idsOf(latest), [c, b])
    assert.deepEqual(idsOf(earliest), [a, b])
    const page_id = textAt(latest, 'next_page_id')
    const second = await page({ page_id, sort_order: 'desc' })
    assert.deepEqual([idsOf(second), has(second, 'next_page_id')], [[a], false])
    const last = await page({ sort_order: 'asc', page_id: textAt(earliest, 'next_page_id') })
    assert.deepEqual([idsOf(last), has(last, 'next_page_id')], [[c], false])
    const refusal = validation('payload.page_id is not a page of this list')
    for (const request of [
      { sort_order: 'asc' },
      { filters: {} },
      { filters: { properties, include_active: false } },
      { filters: { properties: { test: { bool_property: { values: [false] } } } } },
    ]) {
      const asked = { filters: { properties }, ...request, page_id }
      assert.deepEqual(await agent.web().refuse('get_filtered_chats', asked), refusal)
    }
  })

  test('get_filtered_chats sorts by sort_order in v0.4, and refuses unknown values', async () => {
    const { customer, agent } = await setUp()
    const [a, b] = await givenChats(customer, [{}, {}])
    const listed = async (request: object, version = 'v0.4') =>
      idsOf(await agent.web(version).succeed('get_filtered_chats', request))
    assert.deepEqual(await listed({ sort_order: 'asc' }), [a, b])
    assert.deepEqual(await listed({ sort_order: 'desc' }), [b, a])
    assert.deepEqual(await listed({ sort_order: 'asc' }, 'v0.3'), [b, a])
    assert.deepEqual(
      await agent.web().refuse('get_filtered_chats', { sort_order: 'oldest' }),
      validation('payload.sort_order must be one of asc, desc, waiting'),
    )
  })
})
