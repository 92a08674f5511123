import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, notCovered, unknownChat, validation } from '../../support/errors.js'
import { at, listAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame, type RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const groups = (...ids: readonly number[]) => ({ groups: ids })
const actionsOf = async (client: RtmClient) => (await client.pushes()).map(({ action }) => action)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

forEachStorage('update_chat_scopes', (storage) => {
  const suite = useEngine(storage)
  const people = {
    customer: async (world: World) => world.customer(),
    agent: async (world: World) => world.agent('ada'),
  }

  const agentIn = (world: World, name: string, ...ids: readonly number[]): Promise<Person> =>
    world.agent(name, { permission: 'normal', groups: [0, ...ids] })

  for (const api of ['customer', 'agent'] as const) {
    forEachTransport(api, (transport, version) => {
      /** Creates a user in a chat with the given scopes. */
      async function setUp(scopes: object = {}) {
        const world = await suite.world()
        const person = await people[api](world)
        const customer = api === 'customer' ? person : await world.customer()
        const { chatId: chat_id } = await startChat(customer, { scopes })
        return { world, customer, chat_id, caller: await person.via(transport, version), person }
      }

      test('update_chat_scopes adds and removes groups, shows them everywhere and pushes the changes', async () => {
        const { world, customer, chat_id, caller } = await setUp(groups(1, 2))
        const boss = await world.agent('boss')
        const [phone, desk] = [await customer.connect(), await boss.connect()]
        const change = { chat_id, add_scopes: groups(3, 2, 4_294_967_296), remove_scopes: groups(1, 9) }
        assert.deepEqual(await caller.succeed('update_chat_scopes', change), {})
        const push = pushFrame('chat_scopes_updated', {
          ...{ chat_id, scopes_added: groups(3, 4_294_967_296), scopes_removed: groups(1) },
        })
        assert.deepEqual([await phone.pushes(), await desk.pushes()], [[push], [push]])
        const scopes = groups(2, 3, 4_294_967_296)
        const read = await boss.web().succeed('get_chat_threads', { chat_id })
        const listed = await boss.web().succeed('get_filtered_chats')
        const own = await customer.web().succeed('get_chats_summary')
        assert.deepEqual(at(read, 'chat.scopes'), scopes)
        assert.deepEqual(at(listed, 'chats_summary.0.scopes'), scopes)
        assert.deepEqual(at(own, 'chats_summary.0.scopes'), scopes)
      })

      test('update_chat_scopes without changes succeeds and pushes nothing', async () => {
        const { customer, chat_id, caller } = await setUp(groups(1))
        const phone = await customer.connect()
        for (const change of [
          {},
          { add_scopes: {}, remove_scopes: {} },
          { add_scopes: groups(1, 1) },
          { remove_scopes: groups(2) },
          { add_scopes: groups(1), remove_scopes: groups(1) },
        ]) {
          assert.deepEqual(await caller.succeed('update_chat_scopes', { chat_id, ...change }), {})
        }
        assert.deepEqual(await phone.pushes(), [])
      })

      test('update_chat_scopes adds a group that is both added and removed', async () => {
        const { customer, chat_id, caller } = await setUp()
        const phone = await customer.connect()
        const change = { chat_id, add_scopes: groups(1), remove_scopes: groups(1) }
        await caller.succeed('update_chat_scopes', change)
        const [push] = await phone.pushes()
        assert.deepEqual(
          push,
          pushFrame('chat_scopes_updated', { chat_id, scopes_added: groups(1), scopes_removed: groups() }),
        )
      })

      test('update_chat_scopes beyond 100 groups is refused, and changes nothing', async () => {
        const { customer, chat_id, caller } = await setUp({ groups: upTo(99) })
        const phone = await customer.connect()
        const change = { chat_id, add_scopes: groups(99, 100) }
        assert.deepEqual(
          await caller.refuse('update_chat_scopes', change),
          validation('payload.add_scopes would make more than 100 scopes of the chat'),
        )
        assert.deepEqual(await actionsOf(phone), [])
        await caller.succeed('update_chat_scopes', { ...change, remove_scopes: groups(0) })
        const own = await customer.web().succeed('get_chats_summary')
        assert.equal(listAt(own, 'chats_summary.0.scopes.groups').length, 100)
      })

      test('update_chat_scopes refuses groups that are not a list of unsigned integers', async () => {
        const { chat_id, caller } = await setUp()
        for (const add_scopes of [
          { groups: [-1] },
          { groups: [1.5] },
          { groups: ['1'] },
          { groups: 1 },
          { groups: upTo(101) },
          [],
        ]) {
          const refusal = await caller.refuse('update_chat_scopes', { chat_id, add_scopes })
          assert.equal(at(refusal, 'type'), 'validation')
          const removing = { chat_id, remove_scopes: add_scopes }
          assert.equal(at(await caller.refuse('update_chat_scopes', removing), 'type'), 'validation')
        }
        assert.deepEqual(
          await caller.refuse('update_chat_scopes', {}),
          validation('payload.chat_id is required'),
        )
      })

      test('update_chat_scopes is refused for chats that are unknown, or of another license', async () => {
        const { caller } = await setUp()
        const foreign = await startChat(await (await suite.world()).customer())
        for (const chat_id of ['nowhere', foreign.chatId]) {
          const change = { chat_id, add_scopes: groups(1) }
          assert.deepEqual(await caller.refuse('update_chat_scopes', change), unknownChat)
        }
      })

      test('update_chat_scopes is applied once when it is repeated with one idempotency key', async () => {
        const { customer, chat_id, caller } = await setUp()
        const phone = await customer.connect()
        const change = { chat_id, add_scopes: groups(1) }
        const options = { idempotencyKey: 'one' }
        await caller.succeed('update_chat_scopes', change, options)
        await caller.succeed('update_chat_scopes', { chat_id, remove_scopes: groups(1) })
        assert.deepEqual(await caller.succeed('update_chat_scopes', change, options), {})
        assert.deepEqual(await actionsOf(phone), ['chat_scopes_updated', 'chat_scopes_updated'])
        const own = await customer.web().succeed('get_chats_summary')
        assert.deepEqual(at(own, 'chats_summary.0.scopes'), {})
        const other = { chat_id, add_scopes: groups(2) }
        assert.equal(at(await caller.refuse('update_chat_scopes', other, options), 'type'), 'validation')
      })
    })
  }

  describe('agents in scopes', () => {
    test('agent scopes can be added and removed in agent v0.3, and are pushed to every version', async () => {
      const world = await suite.world()
      const [boss, named, other] = [
        await world.agent('boss'),
        await world.agent('ada', { permission: 'normal' }),
        await world.agent('bob', { permission: 'normal' }),
      ]
      const customer = await world.customer()
      const { chatId: chat_id } = await startChat(customer, { scopes: groups(7) })
      const clients = await Promise.all([
        ...['v0.3', 'v0.4', 'v0.5'].map((version) => customer.connect(version)),
        ...['v0.3', 'v0.4'].map((version) => named.connect(version)),
      ])
      const [away] = [await other.connect()]
      const web = boss.web('v0.3')
      await web.succeed('update_chat_scopes', { chat_id, add_scopes: { agents: [named.id] } })
      await named.web().succeed('get_chat_threads', { chat_id })
      const read = await boss.web().succeed('get_chat_threads', { chat_id })
      assert.deepEqual(at(read, 'chat.scopes'), { groups: [7], agents: [named.id] })
      const change = { chat_id, add_scopes: groups(8), remove_scopes: { agents: [named.id, 'gone'] } }
      await web.succeed('update_chat_scopes', change)
      assert.deepEqual(await named.web().refuse('get_chat_threads', { chat_id }), notCovered)
      const added = { groups: [], agents: [named.id] }
      for (const client of clients) {
        assert.deepEqual(await client.pushes(), [
          pushFrame('chat_scopes_updated', { chat_id, scopes_added: added, scopes_removed: groups() }),
          pushFrame('chat_scopes_updated', { chat_id, scopes_added: groups(8), scopes_removed: added }),
        ])
      }
      assert.deepEqual(await actionsOf(away), [])
    })

    test('agents added to the scopes must be agents of the license', async () => {
      const [world, elsewhere] = [await suite.world(), await suite.world()]
      const boss = await world.agent('boss')
      const { chatId: chat_id } = await startChat(boss)
      const foreign = await elsewhere.agent('ada')
      for (const id of [foreign.id, 'nobody']) {
        assert.deepEqual(
          await boss
            .web('v0.3')
            .refuse('update_chat_scopes', { chat_id, add_scopes: { agents: [boss.id, id] } }),
          validation('payload.add_scopes.agents[1] does not match any agent'),
        )
      }
    })

    test('agent scopes are refused in agent v0.4, and from customers', async () => {
      const world = await suite.world()
      const [customer, boss] = [await world.customer(), await world.agent('boss')]
      const { chatId: chat_id } = await startChat(customer)
      for (const web of [boss.web('v0.4'), ...['v0.3', 'v0.4', 'v0.5'].map((one) => customer.web(one))]) {
        for (const name of ['add_scopes', 'remove_scopes']) {
          const refusal = await web.refuse('update_chat_scopes', { chat_id, [name]: { agents: [boss.id] } })
          assert.equal(at(refusal, 'type'), 'validation')
        }
      }
    })
  })

  describe('a change of scopes', () => {
    test('chat_scopes_updated reaches agents who see the chat from now on, and agents who no longer see it', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const [before, after, both, neither] = [
        await (await agentIn(world, 'before', 1)).connect(),
        await (await agentIn(world, 'after', 2)).connect(),
        await (await agentIn(world, 'both', 1, 2)).connect(),
        await (await agentIn(world, 'neither', 3)).connect(),
      ]
      const { chatId: chat_id } = await startChat(customer, { scopes: groups(1) })
      for (const client of [before, both]) assert.deepEqual(await actionsOf(client), ['incoming_chat_thread'])
      const change = { chat_id, add_scopes: groups(2), remove_scopes: groups(1) }
      await customer.web().succeed('update_chat_scopes', change)
      const event = { type: 'message', text: 'Who is there?' }
      await customer.web().succeed('send_event', { chat_id, event })
      assert.deepEqual(await actionsOf(before), ['chat_scopes_updated'])
      assert.deepEqual(await actionsOf(after), ['chat_scopes_updated', 'incoming_event'])
      assert.deepEqual(await actionsOf(both), ['chat_scopes_updated', 'incoming_event'])
      assert.deepEqual(await actionsOf(neither), [])
    })

    test('removing the last group makes the chat visible to all agents', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const agent = await world.agent('ada', { permission: 'normal' })
      const { chatId: chat_id } = await startChat(customer, { scopes: groups(7) })
      const desk = await agent.connect()
      assert.deepEqual(await agent.web().refuse('get_chat_threads', { chat_id }), notCovered)
      await customer.web().succeed('update_chat_scopes', { chat_id, remove_scopes: groups(7) })
      assert.deepEqual(await actionsOf(desk), ['chat_scopes_updated'])
      await agent.web().succeed('get_chat_threads', { chat_id })
      await customer.web().succeed('update_chat_scopes', { chat_id, add_scopes: groups(7) })
      assert.deepEqual(await actionsOf(desk), ['chat_scopes_updated'])
      assert.deepEqual(listAt(await agent.web().succeed('get_filtered_chats'), 'chats_summary'), [])
    })

    test('an agent who loses sight of the chat by its own change still gets the response and the push', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada')
      const member = await agentIn(world, 'bob')
      const customer = await world.customer()
      const { chatId: chat_id } = await startChat(customer)
      const desk = await (await agentIn(world, 'eve')).connect()
      await agent.web().succeed('join_chat', { chat_id, agent_ids: [member.id] })
      assert.deepEqual(await actionsOf(desk), ['chat_users_updated'])
      const line = await member.connect()
      const requestId = line.request('update_chat_scopes', { chat_id, add_scopes: groups(7) })
      assert.equal((await line.response(requestId)).success, true)
      const push = { chat_id, scopes_added: groups(7), scopes_removed: groups() }
      assert.deepEqual(await line.pushes(), [pushFrame('chat_scopes_updated', push, requestId)])
      assert.deepEqual(await actionsOf(desk), ['chat_scopes_updated'])
      await member.web().succeed('get_chat_threads', { chat_id })
    })
  })

  test('update_chat_scopes is forbidden without a chats.meta scope that covers the chat', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    const { chatId: chat_id } = await startChat(customer)
    const phone = await customer.connect()
    const talker = await world.agent('ada', { scopes: ['chats.conversation--all:write', 'chats--all:read'] })
    const stranger = await world.agent('bob', { permission: 'normal' })
    const change = { chat_id, add_scopes: groups(1) }
    assert.deepEqual(
      await talker.web().refuse('update_chat_scopes', change),
      authorization('one of the scopes chats.meta--all:write, chats.meta--my:write is needed'),
    )
    assert.deepEqual(await stranger.web().refuse('update_chat_scopes', change), notCovered)
    const other = await world.customer()
    assert.deepEqual(await other.web().refuse('update_chat_scopes', change), unknownChat)
    assert.deepEqual(await phone.pushes(), [])
  })

  test('update_chat_scopes keeps the changes of requests that arrive at the same time', async () => {
    const world = await suite.world()
    const [customer, boss] = [await world.customer(), await world.agent('boss')]
    const { chatId: chat_id } = await startChat(customer)
    const changes = upTo(20).map((id) => ({ chat_id, add_scopes: groups(id) }))
    await Promise.all(changes.map((change) => boss.web().succeed('update_chat_scopes', change)))
    const read = await boss.web().succeed('get_chat_threads', { chat_id })
    const found = listAt(read, 'chat.scopes.groups').map(Number)
    assert.deepEqual(
      found.toSorted((one, other) => one - other),
      upTo(20),
    )
  })
})
