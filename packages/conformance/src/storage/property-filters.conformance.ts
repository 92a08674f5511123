import assert from 'node:assert/strict'
import type { ListedChats, PropertiesWithTerms, TermFilter } from '@parley/core/storage'
import {
  agentChats,
  newAgent,
  newChat,
  newCustomer,
  newEvent,
  newLicense,
  newThread,
  upTo,
} from './fixtures.js'
import { exists, isNoneOf, isOneOf, withTerms } from './property-term-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'
import { termFilterCases, termsToFilter } from './term-filter-cases.js'

export function propertyFilterStorageCases(cases: StorageCases): void {
  tableCases(cases)
  changeCases(cases)
  pageCases(cases)
  reachCases(cases)
}

const chatsPerTransaction = 250

/** Stores the chats in this order, the oldest first. */
async function givenChats(
  { license, write }: StorageContext,
  chats: Readonly<Record<string, PropertiesWithTerms>>,
): Promise<void> {
  await write(async (tx) => {
    await tx.agents.insert(newAgent(license, 'agent'))
    await tx.customers.insert(newCustomer(license, 'customer'))
  })
  const entries = Object.entries(chats)
  for (let from = 0; from < entries.length; from += chatsPerTransaction) {
    await write(async (tx) => {
      for (const [index, [id, properties]] of entries.slice(from, from + chatsPerTransaction).entries()) {
        const createdAt = 10_010 + 10 * (from + index)
        const thread = newThread(`${id}-thread`, { events: [newEvent(`${id}-event`, { createdAt })] })
        await tx.chats.insert(newChat(license, id, { ...properties, thread }))
      }
    })
  }
}

const idsOf = ({ chats }: ListedChats) => chats.map(({ head }) => head.id)
const isTrue = isOneOf('bool', true)
const isNotFalse = isNoneOf('bool', false)
const isThere = exists('int')

function tableCases(cases: StorageCases): void {
  cases.add('list the chats whose terms pass them', async (context) => {
    const chats = Object.entries(termsToFilter).map(([id, propertyTerms]): [string, PropertiesWithTerms] => {
      return [id, { properties: {}, propertyTerms }]
    })
    await givenChats(context, Object.fromEntries(chats))
    for (const { title, filters, passing } of termFilterCases) {
      for (const reach of ['every', 'visible', 'member'] as const) {
        const query = agentChats(context.license, { filters, reach, agentId: 'customer' })
        const listed = await context.read.chats.listForAgent(query)
        assert.deepEqual(idsOf(listed).sort(), passing.toSorted(), `${title}, ${reach}`)
      }
    }
  })

  cases.add('find few matches among many chats, and many among more', async (context) => {
    const few = ['chat-0007', 'chat-1500', 'chat-2099']
    const chats = upTo(2_100).map((number): [string, PropertiesWithTerms] => {
      const id = `chat-${`${number}`.padStart(4, '0')}`
      const values = {
        bool: true,
        ...(few.includes(id) && { int: 1 }),
        ...(number % 2 === 0 && { even: true }),
      }
      return [id, withTerms(values)]
    })
    await givenChats(context, Object.fromEntries(chats))
    const listed = (filters: readonly TermFilter[]) =>
      context.read.chats.listForAgent(agentChats(context.license, { filters, limit: 3 }))
    assert.deepEqual(await listedIds(listed([isTrue, isThere])), [few.toReversed(), false])
    assert.deepEqual(await listedIds(listed([isTrue])), [['chat-2100', 'chat-2099', 'chat-2098'], true])
    assert.deepEqual(await listedIds(listed([isTrue, exists('even', false)])), [
      ['chat-2099', 'chat-2097', 'chat-2095'],
      true,
    ])
  })
}

function changeCases(cases: StorageCases): void {
  cases.add('list a chat by the properties that it has after a change', async (context) => {
    const { license, read, write } = context
    await givenChats(context, {
      changed: withTerms({ bool: false, int: 1 }),
      other: withTerms({ bool: true }),
    })
    const listed = async (filters: readonly TermFilter[]) =>
      idsOf(await read.chats.listForAgent(agentChats(license, { filters })))
    await write((tx) => tx.chats.setProperties('changed', withTerms({ bool: true })))
    assert.deepEqual(await listed([isTrue]), ['other', 'changed'])
    assert.deepEqual(await listed([isNotFalse]), ['other', 'changed'])
    assert.deepEqual(await listed([isThere]), [])
    await write((tx) => tx.chats.setProperties('changed', withTerms({})))
    assert.deepEqual(await listed([isTrue]), ['other'])
    await write((tx) => tx.chats.setProperties('changed', withTerms({ int: 1, bool: true })))
    assert.deepEqual(await listed([isTrue, isThere]), ['changed'])
  })

  cases.add('ignore a change that was rolled back', async (context) => {
    const { license, read, write } = context
    await givenChats(context, { kept: withTerms({ int: 1 }) })
    const work = write(async (tx) => {
      await tx.chats.setProperties('kept', withTerms({ bool: true }))
      throw new Error('refused')
    })
    await assert.rejects(work, /refused/)
    const listed = async (filters: readonly TermFilter[]) =>
      idsOf(await read.chats.listForAgent(agentChats(license, { filters })))
    assert.deepEqual([await listed([isTrue]), await listed([isThere])], [[], ['kept']])
  })
}

async function listedIds(listed: Promise<ListedChats>): Promise<readonly [readonly string[], boolean]> {
  const answer = await listed
  return [idsOf(answer), answer.hasMore]
}

function pageCases(cases: StorageCases): void {
  cases.add('skip other chats across pages, in both orders', async (context) => {
    const chats = upTo(9).map((number): [string, PropertiesWithTerms] => {
      return [`chat-${number}`, withTerms({ bool: number % 2 === 1 })]
    })
    await givenChats(context, Object.fromEntries(chats))
    for (const order of ['desc', 'asc'] as const) {
      for (const filters of [[isTrue], [isNotFalse]]) {
        const pages = await walk(context, { order, filters })
        const ids = ['chat-1', 'chat-3', 'chat-5', 'chat-7', 'chat-9']
        const [a, b, c, d, e] = order === 'asc' ? ids : ids.toReversed()
        assert.deepEqual(pages, [[a, b], [c, d], [e]])
      }
    }
  })

  cases.add('list the earliest activity first, ties by ascending id', async (context) => {
    await givenChats(context, { b: withTerms({}), a: withTerms({}), c: withTerms({}) })
    await context.write((tx) =>
      tx.chats.insert(
        newChat(context.license, 'd', {
          thread: newThread('d-thread', { events: [newEvent('d-event', { createdAt: 10_010 })] }),
        }),
      ),
    )
    assert.deepEqual(await walk(context, { order: 'asc', filters: [] }), [
      ['b', 'd'],
      ['a', 'c'],
    ])
    assert.deepEqual(await walk(context, { order: 'desc', filters: [] }), [
      ['c', 'a'],
      ['d', 'b'],
    ])
  })
}

async function walk(
  { read, license }: StorageContext,
  query: { readonly order: 'asc' | 'desc'; readonly filters: readonly TermFilter[] },
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = []
  let after = null
  while (pages.length < 10) {
    const listed: ListedChats = await read.chats.listForAgent(
      agentChats(license, { ...query, after, limit: 2 }),
    )
    pages.push(idsOf(listed))
    const last = listed.chats.at(-1)
    if (!listed.hasMore || last === undefined) break
    after = { at: last.lastActivityAt, id: last.head.id }
  }
  return pages
}

function reachCases(cases: StorageCases): void {
  cases.add('show only chats that the agent may see', async (context) => {
    const { license, read, write } = context
    const properties = withTerms({ bool: true })
    await givenChats(context, { open: properties })
    const other = await write(async (tx) => {
      const stranger = await tx.licenses.insert(newLicense())
      await tx.chats.insert(newChat(stranger, 'stranger', properties))
      await tx.chats.insert(
        newChat(license, 'hidden', { ...properties, scopes: { groups: [7], agents: [] } }),
      )
      await tx.chats.insert(newChat(license, 'closed', properties))
      await tx.chats.closeThread('closed')
      return stranger
    })
    const listed = async (values: object) =>
      idsOf(await read.chats.listForAgent(agentChats(license, { filters: [isTrue], ...values }))).sort()
    assert.deepEqual(await listed({}), ['closed', 'hidden', 'open'])
    assert.deepEqual(await listed({ reach: 'visible' }), ['closed', 'open'])
    assert.deepEqual(await listed({ reach: 'member' }), [])
    assert.deepEqual(await listed({ includeActive: false }), ['closed'])
    assert.deepEqual(await listed({ licenseId: other.id }), ['stranger'])
  })
}
