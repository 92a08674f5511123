import assert from 'node:assert/strict'
import type {
  Agent,
  AgentChatsQuery,
  Properties,
  PropertyFilter,
  PropertyValue,
  Storage,
} from '@parley/core/storage'
import { memoryStorage } from '@parley/storage-memory'
import fc from 'fast-check'
import { propertyMatcher } from '../../packages/core/src/domain/property-filters.js'
import { toTermFilter, withTerms } from '../../packages/core/src/domain/property-terms.js'
import { test } from '../support/cells.js'
import { forEachStorage } from '../support/storages.js'

const seed = 20_180_430
const words = ['late', 'Order', 'été', '42', '東京', 'x']

const name = fc.constantFrom('int', 'text', 'words', 'toString')
const namespace = fc.constantFrom('test', 'other')
const text = fc.array(fc.constantFrom(...words, '!'), { maxLength: 4 }).map((parts) => parts.join(' '))
const value: fc.Arbitrary<PropertyValue> = fc.oneof(fc.integer({ min: -1, max: 2 }), fc.boolean(), text)

const properties: fc.Arbitrary<Properties> = fc
  .array(fc.tuple(namespace, name, value), { maxLength: 5 })
  .map((entries) => {
    const named: Record<string, Record<string, PropertyValue>> = {}
    for (const [space, key, one] of entries) {
      named[space] = Object.assign(Object.create(null), named[space], { [key]: one })
    }
    return structuredClone(named)
  })

const filter: fc.Arbitrary<PropertyFilter> = fc.oneof(
  fc.record({ namespace, name, type: fc.constant('exists' as const), exists: fc.boolean() }),
  fc.record({
    ...{ namespace, name, type: fc.constantFrom('values' as const, 'exclude_values' as const) },
    values: fc.array(value, { maxLength: 3 }),
    matchedBy: fc.constantFrom('value' as const, 'words' as const),
  }),
)

const query = fc.record({
  filters: fc.array(filter, { maxLength: 3 }),
  sorting: fc.constantFrom(
    { routing: 'any', order: 'asc' } as const,
    { routing: 'any', order: 'desc' } as const,
    { routing: 'waiting', order: 'asc' } as const,
    { routing: 'waiting', order: 'desc' } as const,
    { routing: 'assigned', order: 'asc' } as const,
    { routing: 'assigned', order: 'desc' } as const,
    { routing: 'waiting', order: 'waiting' } as const,
  ),
  reach: fc.constantFrom('every' as const, 'visible' as const, 'member' as const),
  includeActive: fc.boolean(),
  limit: fc.integer({ min: 1, max: 7 }),
})

interface GivenChat {
  readonly id: string
  readonly properties: Properties
  readonly activity: number
  readonly isActive: boolean
  readonly group: number | null
  readonly isMine: boolean
  /** Whether another agent is in the chat. */
  readonly isTaken: boolean
  readonly waits: boolean
  /** Time at which the thread of the chat began. */
  readonly since: number
}

const chats = fc
  .array(
    fc.record({
      properties,
      activity: fc.integer({ min: 1_000, max: 1_010 }),
      isActive: fc.boolean(),
      group: fc.constantFrom(null, 1, 2),
      isMine: fc.boolean(),
      isTaken: fc.boolean(),
      waits: fc.boolean(),
      since: fc.integer({ min: 900, max: 905 }),
    }),
    { minLength: 40, maxLength: 40 },
  )
  .map((listed) => listed.map((chat, index): GivenChat => ({ id: `chat-${100 + index}`, ...chat })))

const [given = []] = fc.sample(chats, { seed, numRuns: 1 })

const me: Omit<Agent, 'licenseId'> = {
  ...{
    id: 'me',
    externalId: null,
    name: 'Me',
    email: 'me@example.com',
    avatar: null,
    permission: 'normal',
    groups: [],
  },
  ...{
    maxChatsCount: 6,
    ownerClientId: null,
    routingStatus: 'accepting_chats',
    onlineUntil: 0,
    createdAt: 1,
  },
}
const other: typeof me = { ...me, id: 'other', email: 'other@example.com' }

const agentsIn = ({ isMine, isTaken }: Pick<GivenChat, 'isMine' | 'isTaken'>) => [
  ...(isMine ? [me.id] : []),
  ...(isTaken ? [other.id] : []),
]

async function store(storage: Storage): Promise<number> {
  await storage.open()
  return storage.transaction(async (tx) => {
    const license = await tx.licenses.insert({
      ...{ name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1_000, expiresAt: null },
    })
    for (const agent of [me, other]) await tx.agents.insert({ ...agent, licenseId: license.id })
    for (const { id, properties, activity, isActive, group, since, ...chat } of given) {
      const chatId = `${license.id}-${id}`
      await tx.chats.insert({
        ...{ id: chatId, licenseId: license.id, createdAt: activity, ...withTerms(properties) },
        members: agentsIn(chat).map((agentId) => ({ id: agentId, kind: 'agent' as const })),
        scopes: { groups: group === null ? [] : [group], agents: [] },
        thread: {
          id: `${chatId}-thread`,
          createdAt: since,
          properties: {},
          propertyTerms: [],
          events: [],
          bytes: 0,
          waits: chat.waits,
          beganAt: since,
        },
      })
      if (!isActive) await tx.chats.closeThread(chatId)
    }
    return license.id
  })
}

interface FilterQuery extends Pick<AgentChatsQuery, 'reach' | 'includeActive' | 'limit'> {
  readonly filters: readonly PropertyFilter[]
  readonly sorting: Pick<AgentChatsQuery, 'routing' | 'order'>
}

/** Returns all results of a query, page by page as the storage returns them. */
async function walk(
  storage: Storage,
  licenseId: number,
  { sorting, filters, ...filterQuery }: FilterQuery,
): Promise<readonly string[]> {
  const ids: string[] = []
  let after = null
  for (;;) {
    const piece = { licenseId, agentId: me.id, groups: [1], after, maxBytes: 1_048_576 }
    const { chats, hasMore } = await storage.read.chats.listForAgent({
      ...filterQuery,
      filters: filters.map(toTermFilter),
      ...sorting,
      ...piece,
    })
    assert.ok(chats.length <= filterQuery.limit)
    ids.push(...chats.map(({ head }) => head.id.slice(`${licenseId}-`.length)))
    const last = chats.at(-1)
    if (!hasMore) return ids
    assert.ok(last, 'only a page with entries has a next page')
    const at = sorting.order === 'waiting' ? last.head.thread.waitingSince : last.lastActivityAt
    assert.ok(at !== null)
    after = { at, id: last.head.id }
  }
}

function expected({ filters, sorting, reach, includeActive }: FilterQuery): readonly string[] {
  const passes = propertyMatcher(filters)
  const reaches = ({ group, isMine }: GivenChat) =>
    reach === 'every' || isMine || (reach === 'visible' && group !== 2)
  const listed = given.filter(
    (chat) =>
      passes(chat.properties) &&
      reaches(chat) &&
      (includeActive || !chat.isActive) &&
      isRouted(chat, sorting.routing),
  )
  const keyOf = ({ since, activity }: GivenChat) => (sorting.order === 'waiting' ? since : activity)
  const inOrder = listed.toSorted((a, b) => keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : 1))
  return (sorting.order === 'desc' ? inOrder.reverse() : inOrder).map(({ id }) => id)
}

function isRouted(chat: GivenChat, routing: AgentChatsQuery['routing']): boolean {
  const waits = chat.isActive && chat.waits
  if (routing === 'waiting') return waits
  return routing === 'any' || (chat.isActive && !waits && agentsIn(chat).length > 0)
}

async function check(storage: Storage): Promise<void> {
  const licenseId = await store(storage)
  try {
    const property = fc.asyncProperty(query, async (filterQuery) => {
      assert.deepEqual(await walk(storage, licenseId, filterQuery), expected(filterQuery))
    })
    await fc.assert(property, { seed, numRuns: 300 })
  } finally {
    await storage.close()
  }
}

forEachStorage('random filters by properties and routing', (kind) => {
  test('random filters find the same chats as a simple reference filter', async () => {
    const database = await kind()
    try {
      await check(database.open())
    } finally {
      await database.remove()
    }
  })
})

test('random filters by properties and routing, in memory, find the same chats as a simple reference filter', () =>
  check(memoryStorage()))
