import assert from 'node:assert/strict'
import type { AgentChatsQuery, ChatMember, ChatSummary, ListedChats } from '@parley/core/storage'
import {
  added,
  agentChats,
  agentMember,
  customerMember,
  newAgent,
  newChat,
  newCustomer,
  newEvent,
  newLicense,
  newThread,
  upTo,
} from './fixtures.js'
import { isNoneOf, isOneOf, withTerms } from './property-term-fixtures.js'
import { givenThread } from './routing-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

type QueryChanges = Partial<AgentChatsQuery>

const waiting = { routing: 'waiting', order: 'waiting' } as const
const isTrue = isOneOf('bool', true)
const isNotFalse = isNoneOf('bool', false)

function givenPeople({ license, write }: StorageContext): Promise<void> {
  return write(async (tx) => {
    for (const id of ['agent', 'second']) await tx.agents.insert(newAgent(license, id))
    await tx.customers.insert(newCustomer(license, 'customer'))
  })
}

const placeIn = (order: AgentChatsQuery['order']) => (chat: ChatSummary) =>
  order === 'waiting' ? (chat.head.thread.waitingSince ?? Number.NaN) : chat.lastActivityAt

/** Reads the list page by page, and calls `afterPage` with the ids of each page. */
async function walk(
  { read, license }: StorageContext,
  asked: QueryChanges,
  afterPage: (ids: readonly string[]) => Promise<unknown> = async () => {},
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = []
  let after = null
  for (;;) {
    const query = agentChats(license, { limit: 2, ...asked, after })
    const listed: ListedChats = await read.chats.listForAgent(query)
    const ids = listed.chats.map(({ head }) => head.id)
    if (ids.length > 0) pages.push(ids)
    const last = listed.chats.at(-1)
    if (!listed.hasMore || last === undefined) return pages
    after = { at: placeIn(query.order)(last), id: last.head.id }
    await afterPage(ids)
  }
}

const listed = async (context: StorageContext, asked: QueryChanges) =>
  (await walk(context, { limit: 100, ...asked })).flat()

export function routedListCases(cases: StorageCases): void {
  orderCases(cases)
  routingCases(cases)
  narrowingCases(cases)
  manyCases(cases)
}

function orderCases(cases: StorageCases): void {
  cases.add(
    'list waiting chats, the longest-waiting first, ties by id, whatever else happens',
    async (context) => {
      await givenPeople(context)
      for (const [id, at] of [
        ['c', 2_000],
        ['b', 2_000],
        ['e', 4_000],
        ['a', 3_000],
        ['d', 1_000],
      ] as const) {
        await givenThread(context, id, { at })
      }
      await givenThread(context, 'served', { at: 500, agentIds: ['agent'], waits: false })
      const stranger = await context.write((tx) => tx.licenses.insert(newLicense()))
      await givenThread({ ...context, license: stranger }, 'elsewhere', { at: 900 })
      const event = newEvent('event', { createdAt: 9_000 })
      await context.write((tx) => tx.chats.append('d', added([event])))
      for (const reach of ['every', 'visible'] as const) {
        assert.deepEqual(await walk(context, { ...waiting, reach }), [['d', 'b'], ['c', 'a'], ['e']])
      }
      assert.deepEqual(await walk({ ...context, license: stranger }, waiting), [['elsewhere']])
    },
  )

  cases.add('show each chat that waits during all pages once, while others come and go', async (context) => {
    await givenPeople(context)
    for (const n of upTo(6)) await givenThread(context, `chat-${n}`, { at: 1_000 * n })
    let round = 0
    const pages = await walk(context, waiting, async () => {
      round += 1
      if (round !== 1) return
      await context.write(async (tx) => {
        await tx.routing.stopWaiting('chat-1', 9_000)
        await tx.chats.closeThread('chat-4')
        await tx.chats.append('chat-5', added([newEvent('late', { createdAt: 9_000 })]))
      })
      await givenThread(context, 'before', { at: 500 })
      await givenThread(context, 'between', { at: 3_500 })
    })
    assert.deepEqual(pages, [
      ['chat-1', 'chat-2'],
      ['chat-3', 'between'],
      ['chat-5', 'chat-6'],
    ])
  })
}

function routingCases(cases: StorageCases): void {
  cases.add('list waiting or assigned chats by activity', async (context) => {
    await givenPeople(context)
    const agentIds = ['agent']
    await givenThread(context, 'waiting', { at: 1_000 })
    await givenThread(context, 'assigned', { at: 2_000, agentIds, waits: false })
    await givenThread(context, 'expected', { at: 3_000, agentIds })
    await givenThread(context, 'closed', { at: 4_000, agentIds, waits: false })
    await givenThread(context, 'alone', { at: 5_000, waits: false })
    await givenThread(context, 'another', { at: 6_000, agentIds: ['second', 'agent'], waits: false })
    await context.write((tx) => tx.chats.closeThread('closed'))
    const all = ['another', 'alone', 'closed', 'expected', 'assigned', 'waiting']
    for (const reach of ['every', 'visible'] as const) {
      assert.deepEqual(await listed(context, { reach }), all)
      assert.deepEqual(await listed(context, { reach, routing: 'waiting' }), ['expected', 'waiting'])
      assert.deepEqual(await listed(context, { reach, routing: 'assigned' }), ['another', 'assigned'])
    }
    const oldest = { order: 'asc', limit: 1 } as const
    assert.deepEqual(await walk(context, { ...oldest, routing: 'waiting' }), [['waiting'], ['expected']])
    assert.deepEqual(await walk(context, { ...oldest, routing: 'assigned' }), [['assigned'], ['another']])
    for (const routing of ['waiting', 'assigned'] as const) {
      assert.deepEqual(await listed(context, { routing, includeActive: false }), [])
    }
    assert.deepEqual(await listed(context, { ...waiting, includeActive: false }), [])
  })

  cases.add('filter by routing the chats that an agent may see', async (context) => {
    await givenPeople(context)
    const scopesOf = {
      open: { groups: [], agents: [] },
      ofGroup: { groups: [5, 7], agents: ['agent'] },
      ofOtherGroup: { groups: [55], agents: [] },
      ofAgent: { groups: [9], agents: ['agent'] },
      joined: { groups: [55], agents: [] },
    }
    for (const waits of [true, false]) {
      for (const [index, [id, scopes]] of Object.entries(scopesOf).entries()) {
        const agentIds = id === 'joined' ? ['agent'] : waits ? [] : ['second']
        await givenThread(context, `${id}-${waits}`, { at: 1_000 + index, scopes, agentIds, waits })
      }
    }
    for (const [asked, waits] of [
      [waiting, true],
      [{ routing: 'waiting', order: 'asc' }, true],
      [{ routing: 'assigned', order: 'asc' }, false],
    ] as const) {
      const list = async (values: QueryChanges) =>
        (await walk(context, { ...asked, ...values })).flat().map((id) => id.replace(`-${waits}`, ''))
      assert.deepEqual(await list({ reach: 'every' }), Object.keys(scopesOf))
      const groups = { reach: 'visible', groups: [0, 5, 7] } as const
      assert.deepEqual(await list(groups), ['open', 'ofGroup', 'ofAgent', 'joined'])
      const others = { reach: 'visible', groups: [5], agentId: 'third' } as const
      assert.deepEqual(await list(others), ['open', 'ofGroup'])
      assert.deepEqual(await list({ reach: 'member' }), ['joined'])
      assert.deepEqual(await list({ reach: 'member', agentId: 'third' }), [])
    }
  })
}

function narrowingCases(cases: StorageCases): void {
  cases.add('filter by routing and by properties', async (context) => {
    await givenPeople(context)
    await context.write(async (tx) => {
      for (const n of upTo(12)) {
        const members: ChatMember[] = n % 2 === 0 ? [customerMember, agentMember] : [customerMember]
        const thread = newThread(`thread-${n}`, { createdAt: 1_000 + n, waits: n % 2 === 1 })
        const values = { createdAt: 1_000 + n, members, thread, ...withTerms({ bool: n % 3 === 0 }) }
        await tx.chats.insert(newChat(context.license, `chat-${n}`, values))
      }
    })
    for (const filter of [isTrue, isNotFalse]) {
      const filters = [filter]
      for (const reach of ['every', 'visible'] as const) {
        assert.deepEqual(await walk(context, { ...waiting, reach, filters }), [['chat-3', 'chat-9']])
        const latest = { routing: 'waiting', reach, filters } as const
        assert.deepEqual(await listed(context, latest), ['chat-9', 'chat-3'])
        const assigned = { ...latest, routing: 'assigned' } as const
        assert.deepEqual(await listed(context, assigned), ['chat-12', 'chat-6'])
      }
      const mine = { routing: 'assigned', reach: 'member', filters } as const
      assert.deepEqual(await listed(context, mine), ['chat-12', 'chat-6'])
    }
  })
}

function manyCases(cases: StorageCases): void {
  const count = 2_010
  const idOf = (kind: string, n: number) => `${kind}-${`${n}`.padStart(4, '0')}`

  cases.add('find many waiting chats behind many assigned ones, and the reverse', async (context) => {
    await givenPeople(context)
    for (let from = 1; from <= count; from += 250) {
      await context.write(async (tx) => {
        for (let n = from; n < Math.min(from + 250, count + 1); n += 1) {
          for (const [id, createdAt, waits] of [
            [idOf('assigned', n), 10_000 + n, false],
            [idOf('waiting', n), 20_000 + n, true],
          ] as const) {
            const members = waits ? [customerMember] : [customerMember, agentMember]
            const thread = newThread(`${id}-thread`, { createdAt, waits })
            await tx.chats.insert(newChat(context.license, id, { createdAt, members, thread }))
          }
        }
      })
    }
    const first = async (asked: QueryChanges) => {
      const { chats, hasMore } = await context.read.chats.listForAgent(
        agentChats(context.license, { limit: 2, ...asked }),
      )
      return [...chats.map(({ head }) => head.id), hasMore]
    }
    for (const reach of ['every', 'visible'] as const) {
      const oldest = { order: 'asc', reach } as const
      const [one, two] = [idOf('waiting', 1), idOf('waiting', 2)]
      assert.deepEqual(await first({ ...oldest, routing: 'waiting' }), [one, two, true])
      assert.deepEqual(await first({ ...waiting, reach }), [one, two, true])
      const [last, before] = [idOf('assigned', count), idOf('assigned', count - 1)]
      assert.deepEqual(await first({ reach, routing: 'assigned' }), [last, before, true])
      const behind = { at: 10_001, id: idOf('assigned', 1) }
      assert.deepEqual(await first({ reach, routing: 'assigned', after: behind }), [false])
    }
    const ofSome = { ...waiting, reach: 'member' } as const
    assert.deepEqual(await first(ofSome), [false])
  })
}
