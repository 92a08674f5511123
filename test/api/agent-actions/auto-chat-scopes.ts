import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const paid = { test: { string_property: { values: ['paid'] } } }
const onShop = { values: [{ value: 'https://shop.example.com/' }] }

forEachStorage('automatic chat scopes', (storage) => {
  const limits = { autoChatScopesPerLicense: 4 }
  const suite = useEngine(storage, { limits, fixed: { limits: { autoChatScopesBytes: 1_024 } } })

  async function setUp(): Promise<{ world: World; customer: Person; agent: Person }> {
    const world = await suite.world()
    return { world, customer: await world.customer(), agent: await world.agent('ada') }
  }

  const add = async (agent: Person, groups: readonly number[], rules: object) =>
    textAt(
      await agent.web().succeed('add_auto_chat_scopes', { scopes: { groups }, rules }),
      'auto_chat_scopes_id',
    )

  /** Starts a chat as `starter` and returns its groups. */
  async function groupsOf(agent: Person, starter: Person, chat: object = {}): Promise<unknown> {
    const { chatId } = await startChat(starter, chat)
    const { chat: shown } = { chat: await agent.web().succeed('get_chat_threads', { chat_id: chatId }) }
    return at(shown, 'chat.scopes')
  }

  const visit = (customer: Person, url: string) =>
    customer.web().succeed('update_customer', { monitoring: { page: { url } } })

  forEachTransport('agent', (transport, version) => {
    test('get_auto_chat_scopes_config shows rules as they were added, until they are removed', async () => {
      const { agent } = await setUp()
      const caller = await agent.via(transport, version)
      const config = async () =>
        at(await caller.succeed('get_auto_chat_scopes_config'), 'auto_chat_scopes_config')
      assert.deepEqual(await config(), [])
      const rules = {
        chat_properties: {
          test: {
            ...{ string_property: { values: ['paid', 'gold'] }, int_property: { exclude_values: [0] } },
            bool_property: { exists: false },
          },
        },
        customer_url: { exclude_values: [{ value: 'https://example.com/', exact_match: true }] },
      }
      const first = { scopes: { groups: [2, 1] }, description: 'Who pays', rules }
      const second = { scopes: { groups: [3] }, rules: { customer_url: onShop } }
      const ids: string[] = []
      for (const request of [first, second]) {
        const response = await caller.succeed('add_auto_chat_scopes', request)
        const id = textAt(response, 'auto_chat_scopes_id')
        assert.deepEqual(response, { auto_chat_scopes_id: id })
        ids.push(id)
      }
      const shown = { values: [{ value: 'https://shop.example.com/', exact_match: false }] }
      const [a, b] = ids
      assert.deepEqual(await config(), [
        { id: a, ...first },
        { id: b, scopes: { groups: [3] }, rules: { customer_url: shown } },
      ])
      assert.deepEqual(await caller.succeed('remove_auto_chat_scopes', { auto_chat_scopes_id: a }), {})
      assert.deepEqual(await config(), [{ id: b, scopes: { groups: [3] }, rules: { customer_url: shown } }])
      assert.deepEqual(
        await caller.refuse('remove_auto_chat_scopes', { auto_chat_scopes_id: a }),
        validation('payload.auto_chat_scopes_id does not match any automatic chat scopes'),
      )
    })

    test('add_auto_chat_scopes refuses rules without an effect and invalid conditions', async () => {
      const { agent } = await setUp()
      const caller = await agent.via(transport, version)
      const valid = { scopes: { groups: [1] }, rules: { customer_url: onShop } }
      const refused = async (request: object, detail: string) =>
        assert.deepEqual(
          await caller.refuse('add_auto_chat_scopes', { ...valid, ...request }),
          validation(`payload${detail}`, { request }),
        )
      await refused({ scopes: undefined }, '.scopes is required')
      await refused({ rules: undefined }, '.rules is required')
      await refused({ scopes: {} }, '.scopes must name a group')
      await refused({ scopes: { groups: [] } }, '.scopes must name a group')
      await refused({ rules: {} }, '.rules must have a rule')
      await refused({ rules: { chat_properties: {} } }, '.rules must have a rule')
      const url = '.rules.customer_url must have one of values and exclude_values'
      await refused({ rules: { customer_url: {} } }, url)
      await refused({ rules: { customer_url: { ...onShop, exclude_values: onShop.values } } }, url)
      await refused(
        { rules: { chat_properties: { test: { int_property: { values: ['1'] } } } } },
        '.rules.chat_properties.test.int_property.values[0] must be of type int',
      )
      await refused(
        { rules: { chat_properties: { none: { x: { exists: true } } } } },
        '.rules.chat_properties.none is not a configured namespace',
      )
      const values = [{ value: 'x'.repeat(1_024) }]
      await refused({ rules: { customer_url: { values } } }, ' is larger than 1024 bytes as JSON')
      assert.deepEqual(await caller.succeed('get_auto_chat_scopes_config'), { auto_chat_scopes_config: [] })
    })

    test('the actions for automatic chat scopes need the auto_chat_scopes scopes', async () => {
      const { world } = await setUp()
      const agent = await world.agent('bob', { permission: 'normal' })
      const caller = await agent.via(transport, version)
      const write = authorization('one of the scopes auto_chat_scopes:write is needed')
      const request = { scopes: { groups: [1] }, rules: { customer_url: onShop } }
      assert.deepEqual(await caller.refuse('add_auto_chat_scopes', request), write)
      assert.deepEqual(await caller.refuse('remove_auto_chat_scopes', { auto_chat_scopes_id: 'x' }), write)
      assert.deepEqual(
        await caller.refuse('get_auto_chat_scopes_config'),
        authorization('one of the scopes auto_chat_scopes:read is needed'),
      )
    })
  })

  forEachTransport('customer', (transport, version) => {
    test('a new chat gets the groups of every rule that it matches', async () => {
      const { customer, agent } = await setUp()
      await add(agent, [5, 6], { chat_properties: paid })
      await add(agent, [6, 7], { chat_properties: { test: { int_property: { exists: true } } } })
      await add(agent, [8], { chat_properties: paid, customer_url: onShop })
      const caller = await customer.via(transport, version)
      const started = async (chat: object) => {
        const response = await caller.succeed('start_chat', { chat })
        const chat_id = textAt(response, 'chat.id')
        return at(await agent.web().succeed('get_chat_threads', { chat_id }), 'chat.scopes')
      }
      const test = { string_property: 'paid' }
      assert.deepEqual(await started({}), {})
      assert.deepEqual(await started({ properties: { test } }), { groups: [5, 6] })
      const both = { properties: { test: { ...test, int_property: 1 } }, scopes: { groups: [9, 6] } }
      assert.deepEqual(await started(both), { groups: [9, 6, 5, 7] })
      await visit(customer, 'https://shop.example.com/cart?item=1')
      assert.deepEqual(await started({ properties: { test } }), { groups: [5, 6, 8] })
      assert.deepEqual(await started({ properties: { test: { string_property: 'free' } } }), {})
    })
  })

  test('automatic chat scopes hide a new chat and its pushes from agents of other groups', async () => {
    const { world, customer, agent } = await setUp()
    await add(agent, [0], { customer_url: onShop })
    await add(agent, [7], { chat_properties: paid })
    const other = await world.agent('bob', { permission: 'normal' })
    const client = await other.connect()
    await startChat(customer, { properties: { test: { string_property: 'paid' } } })
    await visit(customer, 'https://shop.example.com/')
    const { chatId } = await startChat(customer)
    const pushed = (await client.pushes()).filter(({ action }) => action === 'incoming_chat_thread')
    assert.deepEqual(
      pushed.map(({ payload }) => at(payload, 'chat.id')),
      [chatId],
    )
  })

  test('automatic chat scopes match the page that the customer is on', async () => {
    const { customer, agent } = await setUp()
    await add(agent, [1], { customer_url: { values: [{ value: 'shop' }, { value: '/help' }] } })
    await add(agent, [2], { customer_url: { values: [{ value: 'https://a.example/x', exact_match: true }] } })
    await add(agent, [3], { customer_url: { exclude_values: [{ value: 'https://a.example/' }] } })
    assert.deepEqual(await groupsOf(agent, customer), { groups: [3] })
    await visit(customer, 'https://a.example/x')
    assert.deepEqual(await groupsOf(agent, customer), { groups: [2] })
    await visit(customer, 'https://a.example/x?help')
    assert.deepEqual(await groupsOf(agent, customer), {})
    await visit(customer, 'https://shop.example/help')
    assert.deepEqual(await groupsOf(agent, customer), { groups: [1, 3] })
    await suite.engine.clock.advance(31 * 60_000)
    assert.deepEqual(await groupsOf(agent, customer), { groups: [3] })
  })

  test('automatic chat scopes apply to chats that agents start too, unless the chat has no customer', async () => {
    const { agent } = await setUp()
    await add(agent, [1], { customer_url: { exclude_values: [{ value: 'x' }] } })
    await add(agent, [2], { customer_url: { values: [{ value: 'x' }] } })
    await add(agent, [3], { chat_properties: paid })
    assert.deepEqual(await groupsOf(agent, agent), { groups: [1] })
    const properties = { test: { string_property: 'paid' } }
    assert.deepEqual(await groupsOf(agent, agent, { properties }), { groups: [1, 3] })
    const v03 = await agent.web('v0.3').succeed('start_chat', {
      chat: { properties, thread: { scopes: { groups: [9], agents: ['bob'] } } },
    })
    const chat_id = textAt(v03, 'chat.id')
    const shown = await agent.web('v0.3').succeed('get_chat_threads', { chat_id })
    assert.deepEqual(at(shown, 'chat.scopes'), { groups: [9, 1, 3], agents: ['bob'] })
  })

  test('automatic chat scopes do not change existing chats', async () => {
    const { customer, agent } = await setUp()
    const { chatId: chat_id } = await startChat(customer, {
      properties: { test: { string_property: 'paid' } },
    })
    await add(agent, [5], { chat_properties: paid })
    await customer.web().succeed('close_thread', { chat_id })
    const event = { type: 'message', text: 'Once more' }
    await customer.web().succeed('send_event', { chat_id, event })
    assert.deepEqual(at(await agent.web().succeed('get_chat_threads', { chat_id }), 'chat.scopes'), {})
  })

  test('automatic chat scopes add no more groups than a chat may have', async () => {
    const { customer, agent } = await setUp()
    const upTo = (count: number, from: number) => Array.from({ length: count }, (_, index) => from + index)
    await add(agent, upTo(60, 0), { chat_properties: paid })
    await add(agent, upTo(60, 100), { chat_properties: paid })
    const properties = { test: { string_property: 'paid' } }
    assert.deepEqual(await groupsOf(agent, customer, { properties }), {
      groups: [...upTo(60, 0), ...upTo(40, 100)],
    })
  })

  test('automatic chat scopes belong to one license, and their number is limited by an option', async () => {
    const { customer, agent } = await setUp()
    const stranger = await (await suite.world()).agent('eve')
    const ids: string[] = []
    for (const group of [1, 2, 3, 4]) ids.push(await add(stranger, [group], { chat_properties: paid }))
    const properties = { test: { string_property: 'paid' } }
    assert.deepEqual(await groupsOf(agent, customer, { properties }), {})
    const remove = { auto_chat_scopes_id: ids[0] }
    assert.deepEqual(
      await agent.web().refuse('remove_auto_chat_scopes', remove),
      validation('payload.auto_chat_scopes_id does not match any automatic chat scopes'),
    )
    const fifth = { scopes: { groups: [5] }, rules: { chat_properties: paid } }
    assert.deepEqual(
      await stranger.web().refuse('add_auto_chat_scopes', fifth),
      validation('a license can have at most 4 automatic chat scopes'),
    )
    await stranger.web().succeed('remove_auto_chat_scopes', remove)
    await stranger.web().succeed('add_auto_chat_scopes', fifth)
  })
})
