import assert from 'node:assert/strict'
import type { SearchTerm } from '@parley/core/storage'
import { archiveQuery, indexTexts, list, listedIds, newChatOfTexts } from './archive-fixtures.js'
import { added, newAgent, newChat, newCustomer, newEvent, newLicense, newThread, upTo } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

export function searchIndexCases(cases: StorageCases): void {
  findingCases(cases)
  takingCases(cases)
  unindexedCases(cases)
  raceCases(cases)
}

const word = (token: string): SearchTerm => ({ token, isPrefix: false })
const prefix = (token: string): SearchTerm => ({ token, isPrefix: true })

/** Stores and indexes one chat for each list of texts, each chat older than the one before. */
async function givenTexts(context: StorageContext, texts: Readonly<Record<string, readonly string[]>>) {
  await context.write(async (tx) => {
    await tx.customers.insert(newCustomer(context.license, 'customer'))
    for (const [index, [id, said]] of Object.entries(texts).entries()) {
      await tx.chats.insert(newChatOfTexts(context.license, id, 9_000 - index, said))
    }
    await indexTexts(tx, Object.keys(texts))
  })
}

function findingCases(cases: StorageCases): void {
  cases.add('finds a thread once, where one of its events has all words', async (context) => {
    await givenTexts(context, {
      both: ['red shoes', 'red and shoes again'],
      apart: ['red', 'shoes'],
      longer: ['reddish shoes'],
      none: [],
    })
    const { threads, total } = await list(context, { terms: [word('red'), word('shoes')] })
    assert.deepEqual([threads.map(({ id }) => id), total], [['both-thread'], 1])
    assert.deepEqual(await listedIds(context, { terms: [word('red')] }), ['both-thread', 'apart-thread'])
    assert.deepEqual(await listedIds(context, { terms: [word('blue')] }), [])
    assert.equal((await list(context)).total, 4)
  })

  cases.add('finds whatever begins with a prefix', async (context) => {
    await givenTexts(context, { a: ['red shoe'], b: ['reddish shoes'], c: ['bored show'] })
    assert.deepEqual(await listedIds(context, { terms: [prefix('red')] }), ['a-thread', 'b-thread'])
    const terms = [word('red'), prefix('sho')]
    assert.deepEqual(await listedIds(context, { terms }), ['a-thread'])
    assert.deepEqual(await listedIds(context, { terms: [prefix('shoes')] }), ['b-thread'])
  })

  cases.add('indexes tokens of every script unchanged', async (context) => {
    const tokens = [
      'привет',
      '东京',
      '京',
      'سلام',
      '한국',
      '𐐨𐐨',
      '4711',
      'or',
      'not',
      'x',
      'ß',
      'οδοσ',
      'ﬁ',
      'é',
    ]
    await givenTexts(context, Object.fromEntries(tokens.map((token, index) => [`chat${index}`, [token]])))
    for (const [index, token] of tokens.entries()) {
      assert.deepEqual(await listedIds(context, { terms: [word(token)] }), [`chat${index}-thread`], token)
    }
    assert.deepEqual(await listedIds(context, { terms: [prefix('прив')] }), ['chat0-thread'])
    assert.deepEqual(await listedIds(context, { terms: [prefix('𐐨')] }), ['chat5-thread'])
    assert.deepEqual(await listedIds(context, { terms: [word('e')] }), [])
    assert.deepEqual(await listedIds(context, { terms: [word('fi')] }), [])
  })

  cases.add('finds nothing of another license', async (context) => {
    await givenTexts(context, { mine: ['shared word'] })
    const other = await context.write(async (tx) => {
      const license = await tx.licenses.insert(newLicense())
      await tx.chats.insert(newChatOfTexts(license, 'theirs', 1_000, ['shared word']))
      await indexTexts(tx, ['theirs'])
      return license
    })
    const terms = [word('shared'), prefix('wo')]
    assert.deepEqual(await listedIds(context, { terms }), ['mine-thread'])
    const { threads } = await context.read.archives.listThreads(archiveQuery(other, { terms }))
    assert.deepEqual(
      threads.map(({ chatId }) => chatId),
      ['theirs'],
    )
  })

  cases.add('joins a search with every other condition, order and page', async (context) => {
    const { license, write } = context
    await givenTexts(context, { a: ['red'], b: ['red'], c: ['red'], d: ['blue'] })
    await write(async (tx) => {
      await tx.agents.insert(newAgent(license, 'agent'))
      await tx.chats.addMembers('b', [{ id: 'agent', kind: 'agent' }], 2_000)
      const scopes = { groups: [5], agents: [] }
      await tx.chats.insert(newChatOfTexts(license, 'scoped', 100, ['red'], { scopes }))
      await indexTexts(tx, ['scoped'])
    })
    const red = { terms: [word('red')] }
    const all = ['a-thread', 'b-thread', 'c-thread', 'scoped-thread']
    assert.deepEqual(await listedIds(context, red), all)
    assert.deepEqual(await listedIds(context, { ...red, reach: 'visible' }), all.slice(0, 3))
    assert.deepEqual(await listedIds(context, { ...red, reach: 'visible', groups: [5] }), all)
    assert.deepEqual(await listedIds(context, { ...red, agentIds: ['agent'] }), ['b-thread'])
    assert.deepEqual(await listedIds(context, { ...red, groupIds: [5] }), ['scoped-thread'])
    assert.deepEqual(await listedIds(context, { ...red, createdBefore: 9_000, createdFrom: 8_999 }), [
      'b-thread',
    ])
    const page = await list(context, { ...red, offset: 1, limit: 1 })
    assert.deepEqual([page.threads.map(({ id }) => id), page.total, page.hasMore], [['b-thread'], 4, true])
    const after = { createdAt: 8_999, id: 'b-thread' }
    assert.deepEqual(await listedIds(context, { ...red, after }), all.slice(2))
  })

  cases.add('finds the same as a simple scan of random texts', async (context) => {
    const random = randomNumbers(20_261_123)
    const vocabulary = [
      'a',
      'ab',
      'abc',
      'b',
      'ba',
      'bab',
      '1',
      '12',
      'é',
      '东京',
      '东',
      'abcdefghij'.repeat(4),
    ]
    const pick = () => vocabulary[random(vocabulary.length)] ?? ''
    const texts = upTo(60).map(() =>
      upTo(1 + random(3)).map(() =>
        upTo(1 + random(4))
          .map(pick)
          .join(' '),
      ),
    )
    await givenTexts(context, Object.fromEntries(texts.map((said, index) => [`chat${index + 100}`, said])))
    for (const _ of upTo(80)) {
      const terms = upTo(1 + random(3)).map((): SearchTerm => ({ token: pick(), isPrefix: random(2) === 0 }))
      const isFound = (said: readonly string[]) =>
        said.some((text) => terms.every((term) => text.split(' ').some((token) => isMatch(token, term))))
      const expected = texts.flatMap((said, index) => (isFound(said) ? [`chat${index + 100}-thread`] : []))
      const { threads, total } = await list(context, { terms })
      assert.deepEqual(
        threads.map(({ id }) => id),
        expected,
        JSON.stringify(terms),
      )
      assert.equal(total, expected.length)
    }
  })
}

function isMatch(token: string, term: SearchTerm): boolean {
  return term.isPrefix ? token.startsWith(term.token) : token === term.token
}

/** Returns a generator of whole numbers below a bound. The same seed gives the same numbers. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function givenLongChat(context: StorageContext): Promise<void> {
  await context.write(async (tx) => {
    await tx.customers.insert(newCustomer(context.license, 'customer'))
    const events = ['a', 'b', 'c'].map((id) => newEvent(id))
    await tx.chats.insert(newChat(context.license, 'chat', { thread: newThread('first', { events }) }))
    await tx.chats.closeThread('chat')
    await tx.chats.openThread('chat', newThread('second', { createdAt: 1_700, events: [newEvent('d')] }))
    const note = newEvent('e', { recipients: 'agents', content: { type: 'custom', content: { e: 1 } } })
    await tx.chats.append('chat', added([note]))
  })
}

/** Returns a limit on the number of events, with a byte limit that is never reached. */
function upToEvents(eventCount: number) {
  return { eventCount, bytes: 1_000_000 }
}

async function givenChatsOfTexts(
  context: StorageContext,
  chats: Readonly<Record<string, readonly string[]>>,
) {
  await context.write(async (tx) => {
    await tx.customers.insert(newCustomer(context.license, 'customer'))
    for (const [id, texts] of Object.entries(chats)) {
      await tx.chats.insert(newChatOfTexts(context.license, id, 1_500, texts))
    }
  })
}

function takingCases(cases: StorageCases): void {
  cases.add('claims the events of a chat once and in order', async (context) => {
    await givenLongChat(context)
    const taken = await context.write((tx) => tx.archives.claimUnindexed(['chat', 'unknown'], upToEvents(3)))
    const first = { id: 'first', createdAt: 1_500 }
    const text = (id: string) => ({ type: 'message', text: `Text of ${id}` })
    const event = (thread: object, content: object) => ({ licenseId: context.license.id, thread, content })
    assert.deepEqual(taken, {
      events: [event(first, text('a')), event(first, text('b')), event(first, text('c'))],
      unfinished: ['chat'],
    })
    const rest = await context.write((tx) => tx.archives.claimUnindexed(['chat'], upToEvents(100)))
    const second = { id: 'second', createdAt: 1_700 }
    assert.deepEqual(rest, {
      events: [event(second, text('d')), event(second, { type: 'custom', content: { e: 1 } })],
      unfinished: [],
    })
    const none = await context.write((tx) => tx.archives.claimUnindexed(['chat'], upToEvents(100)))
    assert.deepEqual(none, { events: [], unfinished: [] })
  })

  cases.add('claims new events, and none of a failed transaction', async (context) => {
    await givenLongChat(context)
    const failed = context.write(async (tx) => {
      await tx.archives.claimUnindexed(['chat'], upToEvents(100))
      throw new Error('no')
    })
    await assert.rejects(failed, /no/)
    await context.write(async (tx) => {
      const { events } = await tx.archives.claimUnindexed(['chat'], upToEvents(100))
      assert.equal(events.length, 5)
      await tx.chats.append('chat', added([newEvent('f')]))
    })
    const { events } = await context.write((tx) => tx.archives.claimUnindexed(['chat'], upToEvents(100)))
    assert.deepEqual(
      events.map(({ content }) => content),
      [{ type: 'message', text: 'Text of f' }],
    )
  })

  cases.add('claims events up to the byte limit', async (context) => {
    await givenChatsOfTexts(context, { chat: upTo(20).map(() => 'x'.repeat(16_384)) })
    const sizes: number[] = []
    for (let unfinished: readonly string[] = ['chat']; unfinished.length > 0; ) {
      const { write } = context
      const taken = await write((tx) =>
        tx.archives.claimUnindexed(unfinished, { eventCount: 1_000, bytes: 65_536 }),
      )
      sizes.push(taken.events.length)
      unfinished = taken.unfinished
    }
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      20,
    )
    assert.ok(Math.max(...sizes) <= 4, `${sizes}`)
  })

  cases.add(
    'applies the byte limit to all chats together, with at least one event of the first',
    async (context) => {
      const long = ['x'.repeat(16_384), 'y'.repeat(16_384)]
      await givenChatsOfTexts(context, { b: long, a: long, c: long, short: ['z'] })
      const taken: string[] = []
      for (let chatIds: readonly string[] = ['b', 'a', 'short', 'c']; chatIds.length > 0; ) {
        const ids = chatIds
        const piece = await context.write((tx) =>
          tx.archives.claimUnindexed(ids, { eventCount: 100, bytes: 1_000 }),
        )
        taken.push(
          piece.events
            .map(({ thread }) => thread.id.slice(0, -'-thread'.length))
            .toSorted()
            .join(' '),
        )
        chatIds = piece.unfinished
      }
      assert.deepEqual(taken, ['b short', 'a', 'c', 'b', 'a', 'c'])
    },
  )

  cases.add('keeps events that did not fit, however old they are', async (context) => {
    await givenChatsOfTexts(context, { a: ['x'], b: ['y'.repeat(16_384)] })
    const { unfinished } = await context.write((tx) =>
      tx.archives.claimUnindexed(['a', 'b'], { eventCount: 100, bytes: 1_000 }),
    )
    assert.deepEqual(unfinished, ['b'])
    assert.deepEqual(await context.read.archives.listUnindexed(1_000_000, 10), ['b'])
  })

  cases.add('indexes nothing when nothing is unindexed', async (context) => {
    await context.write((tx) => tx.archives.index([]))
    assert.deepEqual(await context.write((tx) => tx.archives.claimUnindexed([], upToEvents(10))), {
      events: [],
      unfinished: [],
    })
  })
}

function unindexedCases(cases: StorageCases): void {
  cases.add('lists chats with unclaimed events that were active since a time', async (context) => {
    await context.write(async (tx) => {
      await tx.customers.insert(newCustomer(context.license, 'customer'))
      for (const [id, at] of [
        ['old', 1_000],
        ['new', 2_000],
        ['newer', 3_000],
      ] as const) {
        await tx.chats.insert(newChatOfTexts(context.license, id, at, ['word']))
      }
    })
    const unindexed = async (since: number, limit = 10) =>
      (await context.read.archives.listUnindexed(since, limit)).toSorted()
    assert.deepEqual(await unindexed(0), ['new', 'newer', 'old'])
    assert.deepEqual(await unindexed(2_000), ['new', 'newer'])
    assert.equal((await unindexed(0, 2)).length, 2)
    await context.write((tx) => indexTexts(tx, ['new']))
    assert.deepEqual(await unindexed(0), ['newer', 'old'])
    await context.write((tx) => tx.chats.append('new', added([newEvent('more', { createdAt: 2_500 })])))
    assert.deepEqual(await unindexed(2_000), ['new', 'newer'])
  })

  cases.add('lists a chat with partly claimed events, however old it is', async (context) => {
    await givenLongChat(context)
    await context.write((tx) => tx.archives.claimUnindexed(['chat'], upToEvents(2)))
    assert.deepEqual(await context.read.archives.listUnindexed(1_000_000, 10), ['chat'])
    await context.write((tx) => tx.archives.claimUnindexed(['chat'], upToEvents(100)))
    assert.deepEqual(await context.read.archives.listUnindexed(0, 10), [])
  })

  cases.add('does not index again what this release has indexed', async (context) => {
    const { read, write } = context
    await givenLongChat(context)
    await write((tx) => tx.archives.claimUnindexed(['chat'], upToEvents(100)))
    assert.deepEqual([await read.archives.countOutdated(), await read.archives.listOutdated(10)], [0, []])
    const taken = await write((tx) => tx.archives.claimOutdated(['chat'], upToEvents(100)))
    assert.deepEqual(taken.events, [])
  })

  cases.add('keeps the time until which all is indexed, and never moves it back', async (context) => {
    const { read, write } = context
    assert.equal(await read.archives.getIndexedUntil(), 0)
    await write((tx) => tx.archives.setIndexedUntil(5_000))
    await write((tx) => tx.archives.setIndexedUntil(4_000))
    assert.equal(await read.archives.getIndexedUntil(), 5_000)
  })
}

function raceCases(cases: StorageCases): void {
  cases.addIf('concurrentNodes', 'two nodes claim each event once', async (context) => {
    const { license, storage, write } = context
    const other = await context.another()
    const ids = upTo(8).map((index) => `chat${index}`)
    await write(async (tx) => {
      await tx.customers.insert(newCustomer(license, 'customer'))
      for (const id of ids)
        await tx.chats.insert(newChatOfTexts(license, id, 1_500, ['word one', 'word two']))
    })
    const runs = [storage, other, storage, other].map((node, index) =>
      node.transaction((tx) =>
        tx.archives.claimUnindexed(index < 2 ? ids : ids.toReversed(), upToEvents(1_000)),
      ),
    )
    const taken = (await Promise.all(runs)).flatMap(({ events }) => events)
    assert.equal(taken.length, 16)
  })
}
