import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const name = 'get_filtered_chats'
const waiting = { sort_order: 'waiting' }
const routed = (routing: string) => ({ filters: { routing } })

forEachStorage('get_filtered_chats by waiting and assignment', (storage) => {
  const suite = useEngine(storage)

  /** Starts chats of `count` customers, one a second. Afterwards the clock is a second past the last one. */
  async function givenChats(world: World, count: number, chat: object = {}): Promise<readonly string[]> {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      ids.push((await startChat(await world.customer(), chat)).chatId)
      await suite.engine.clock.advance(1_000)
    }
    return ids
  }

  const idsOf = (answer: unknown) => listAt(answer, 'chats_summary').map((chat) => textAt(chat, 'id'))
  const queuesOf = (answer: unknown) =>
    listAt(answer, 'chats_summary').map((chat) => (has(chat, 'queue') ? at(chat, 'queue') : undefined))
  const queue = (position: number, wait_seconds: number) => ({ position, wait_seconds })
  const join = (agent: Person, chat_id: string | undefined) =>
    agent.web().succeed('join_chat', { chat_id, agent_ids: [agent.id] })

  async function setUp() {
    const world = await suite.world()
    return { world, agent: await world.agent('ada') }
  }

  test('sort_order waiting lists waiting chats with queue position and wait time, on every transport', async () => {
    const { world, agent } = await setUp()
    const [a, b, c, d] = await givenChats(world, 4)
    await join(agent, b)
    const customer = await world.customer()
    const { chatId: e } = await startChat(customer)
    await customer.web().succeed('close_thread', { chat_id: e })
    await say(agent, a ?? '', 'One moment')
    const host = suite.engine.parley.as({ agentId: agent.id })
    for (const answer of [
      await agent.web().succeed(name, waiting),
      await (await agent.connect()).succeed(name, waiting),
      await host.getFilteredChats({ sort_order: 'waiting' }),
    ]) {
      assert.deepEqual(idsOf(answer), [a, c, d])
      assert.deepEqual(queuesOf(answer), [queue(1, 4), queue(2, 2), queue(3, 1)])
    }
  })

  test('the routing filter lists waiting chats, assigned chats, or both', async () => {
    const { world, agent } = await setUp()
    const [a, b, c] = await givenChats(world, 3)
    await join(agent, b)
    const all = await agent.web().succeed(name, { ...routed('any'), sort_order: 'asc' })
    assert.deepEqual(
      [idsOf(all), queuesOf(all)],
      [
        [a, b, c],
        [queue(1, 3), undefined, queue(2, 1)],
      ],
    )
    const waits = await agent.web().succeed(name, routed('waiting'))
    assert.deepEqual(
      [idsOf(waits), queuesOf(waits)],
      [
        [c, a],
        [queue(2, 1), queue(1, 3)],
      ],
    )
    const assigned = await agent.web().succeed(name, routed('assigned'))
    assert.deepEqual([idsOf(assigned), queuesOf(assigned)], [[b], [undefined]])
    await agent.web().succeed('remove_from_chat', { chat_id: b })
    assert.deepEqual(idsOf(await agent.web().succeed(name, routed('assigned'))), [])
    assert.deepEqual(idsOf(await agent.web().succeed(name, waiting)), [a, b, c])
  })

  test('queue positions appear only in lists that ask for waiting or assigned chats', async () => {
    const { world, agent } = await setUp()
    const [a, b] = await givenChats(world, 2)
    for (const [answer, ids] of [
      [await agent.web().succeed(name), [b, a]],
      [await agent.web().succeed(name, { sort_order: 'asc', limit: 5 }), [a, b]],
      [await agent.web('v0.3').succeed(name, { ...waiting, ...routed('assigned') }), [b, a]],
      [await (await agent.open()).succeed('login', { token: agent.token }), [b, a]],
    ] as const) {
      assert.deepEqual([idsOf(answer), queuesOf(answer)], [ids, [undefined, undefined]])
    }
  })

  test('paging through waiting chats lists each one once while chats join and leave the queue', async () => {
    const { world, agent } = await setUp()
    const [a, b, c, d, e, f] = await givenChats(world, 6)
    const first = await agent.web().succeed(name, { ...waiting, limit: 2 })
    await join(agent, a)
    await agent.web().succeed('close_thread', { chat_id: d })
    await say(agent, e ?? '', 'Still there?')
    const [g] = await givenChats(world, 1)
    const second = await agent
      .web()
      .succeed(name, { ...waiting, limit: 2, page_id: at(first, 'next_page_id') })
    await agent.web().succeed('remove_from_chat', { chat_id: a })
    const third = await agent
      .web()
      .succeed(name, { ...waiting, limit: 2, page_id: at(second, 'next_page_id') })
    assert.deepEqual([first, second, third].map(idsOf), [
      [a, b],
      [c, e],
      [f, g],
    ])
    assert.equal(has(third, 'next_page_id'), false)
    assert.deepEqual(queuesOf(third), [queue(5, 2), queue(6, 1)])
  })

  test('a list of waiting chats holds visible chats only, with positions that count hidden chats too', async () => {
    const { world } = await setUp()
    const [open, ofGroup, ofOther, last] = [
      ...(await givenChats(world, 1)),
      ...(await givenChats(world, 1, { scopes: { groups: [4] } })),
      ...(await givenChats(world, 1, { scopes: { groups: [5] } })),
      ...(await givenChats(world, 1)),
    ]
    const four = await world.agent('bob', { permission: 'normal', groups: [4] })
    const none = await world.agent('eve', { permission: 'normal' })
    const mine = await world.agent('joe', { permission: 'normal', scopes: ['chats--my:read'] })
    const boss = await world.agent('boss')
    const expected = [
      [four, [open, ofGroup, last], [1, 2, 4]],
      [none, [open, last], [1, 4]],
      [mine, [], []],
      [boss, [open, ofGroup, ofOther, last], [1, 2, 3, 4]],
    ] as const
    for (const [agent, ids, positions] of expected) {
      const pages: unknown[] = []
      let request: object = { ...waiting, limit: 1 }
      for (;;) {
        const answer = await agent.web().succeed(name, request)
        pages.push(...listAt(answer, 'chats_summary'))
        if (!has(answer, 'next_page_id')) break
        request = { ...waiting, limit: 1, page_id: at(answer, 'next_page_id') }
      }
      assert.deepEqual(
        pages.map((chat) => [at(chat, 'id'), at(chat, 'queue.position')]),
        ids.map((id, index) => [id, positions[index]]),
      )
    }
  })

  test('the routing filter combines with property filters, and matches active chats only', async () => {
    const { world, agent } = await setUp()
    const properties = { test: { bool_property: true } }
    const [a, b] = await givenChats(world, 2, { properties })
    await givenChats(world, 1)
    await join(agent, b)
    const isTrue = { properties: { test: { bool_property: { values: [true] } } } }
    const listed = async (filters: object, sort_order = 'desc') =>
      idsOf(await agent.web().succeed(name, { filters: { ...isTrue, ...filters }, sort_order }))
    assert.deepEqual(await listed({}, 'waiting'), [a])
    assert.deepEqual(await listed({ routing: 'waiting' }), [a])
    assert.deepEqual(await listed({ routing: 'assigned' }), [b])
    for (const routing of ['waiting', 'assigned']) {
      assert.deepEqual(await listed({ routing, include_active: false }), [])
    }
    assert.deepEqual(await listed({ include_active: false }, 'waiting'), [])
  })

  test('get_filtered_chats refuses contradictory filters, and a page_id of another list', async () => {
    const { world, agent } = await setUp()
    await givenChats(world, 3)
    const refused = (payload: object) => agent.web().refuse(name, payload)
    assert.deepEqual(
      await refused({ ...waiting, ...routed('assigned') }),
      validation('payload.filters.routing must not be assigned when sort_order is waiting'),
    )
    assert.deepEqual(
      await refused(routed('idle')),
      validation('payload.filters.routing must be one of waiting, assigned, any'),
    )
    const page_id = textAt(await agent.web().succeed(name, { ...waiting, limit: 1 }), 'next_page_id')
    const isNone = validation('payload.page_id is not a page of this list')
    for (const other of [{}, { sort_order: 'asc' }, routed('waiting')]) {
      assert.deepEqual(await refused({ ...other, page_id }), isNone)
    }
    const same = { ...waiting, ...routed('waiting'), page_id }
    assert.equal(idsOf(await agent.web().succeed(name, same)).length, 2)
  })

  test('the pushes of an agent keep a list of waiting chats current', async () => {
    const { world, agent } = await setUp()
    const [desk, customer] = [await agent.connect(), await world.customer()]
    const pushedActions = async () => {
      const pushes = (await desk.pushes()).map(({ action }) => action)
      return [pushes, idsOf(await agent.web().succeed(name, waiting))]
    }
    const { chatId } = await startChat(customer)
    assert.deepEqual(await pushedActions(), [['incoming_chat_thread'], [chatId]])
    await join(agent, chatId)
    assert.deepEqual(await pushedActions(), [['chat_users_updated'], []])
    await agent.web().succeed('remove_from_chat', { chat_id: chatId })
    assert.deepEqual(await pushedActions(), [['chat_users_updated', 'incoming_event'], [chatId]])
    await customer.web().succeed('close_thread', { chat_id: chatId })
    assert.deepEqual(await pushedActions(), [['incoming_event', 'thread_closed'], []])
  })
})
