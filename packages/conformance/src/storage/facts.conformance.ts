import assert from 'node:assert/strict'
import type { NewEvent, SequenceRange } from '@parley/core/storage'
import {
  added,
  appendCommand,
  customerChats,
  givenChat,
  newChat,
  newEvent,
  newThread,
  upTo,
} from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const forEver = Number.MAX_SAFE_INTEGER

function range(values: Partial<SequenceRange> = {}): SequenceRange {
  return { chatId: 'chat', after: 0, until: forEver, maxBytes: 1_000_000, ...values }
}

/** Stores each text as the facts of the next sequence of `chat`, in one transaction each. */
async function keep({ write }: StorageContext, texts: readonly string[], maxCount = 1_000) {
  for (const [index, facts] of texts.entries()) {
    await write(async (tx) => {
      const at = 2_000 + index
      const [taken] = await tx.chats.takeSequences(['chat'], at)
      await tx.facts.insert([{ chatId: 'chat', sequence: taken?.sequence ?? 0, at, facts }], maxCount)
    })
  }
}

async function kept({ read }: StorageContext, values: Partial<SequenceRange> = {}) {
  return (await read.facts.list(range(values))).map(({ sequence, facts }) => `${sequence} ${facts}`)
}

async function appended(
  { read }: StorageContext,
  values: Partial<SequenceRange> & { readonly eventCount?: number } = {},
) {
  const { eventCount = 100 } = values
  const events = await read.facts.listAppended({ ...range(values), eventCount })
  return events.map(({ sequence, threadId, event }) => {
    return `${sequence} ${threadId === 'chat-thread-1' ? 'thread' : threadId} ${event.order} ${event.id}`
  })
}

async function append({ storage, read }: StorageContext, ...ids: readonly string[]) {
  const head = await read.chats.getHead('chat')
  assert.ok(head)
  const results = await storage.appendEvents(ids.map((id) => appendCommand(head, [newEvent(id)])))
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set(['stored']))
}

export function factCases(cases: StorageCases): void {
  chatCases(cases)
  keptCases(cases)
  appendedCases(cases)
  boundCases(cases)
  takenCases(cases)
  concurrencyCases(cases)
}

function chatCases(cases: StorageCases): void {
  cases.add('answers the last sequence of each existing chat, with its head', async (context) => {
    const { read, write, license } = context
    const chat = await givenChat(context)
    const other = await write((tx) => tx.chats.insert(newChat(license, 'other')))
    await append(context, 'a', 'b')
    const found = await read.facts.listSequencedChats(['other', 'nothing', 'chat', 'chat'])
    const sorted = found.toSorted((one, two) => two.sequence - one.sequence)
    assert.deepEqual(sorted, [
      { head: chat, sequence: 3 },
      { head: other, sequence: 1 },
    ])
    assert.deepEqual(await read.facts.listSequencedChats([]), [])
  })

  cases.add('answers it in summaries too', async (context) => {
    await givenChat(context)
    await append(context, 'a')
    const { chats } = await context.read.chats.listByCustomer('customer', customerChats())
    assert.deepEqual(
      chats.map(({ sequence }) => sequence),
      [2],
    )
  })
}

function keptCases(cases: StorageCases): void {
  cases.add('lists facts after one sequence, up to another', async (context) => {
    await givenChat(context)
    await keep(context, ['a', '{"text":"ä😀\\n"}', 'c', 'd'])
    assert.deepEqual(await kept(context), ['2 a', '3 {"text":"ä😀\\n"}', '4 c', '5 d'])
    assert.deepEqual(await kept(context, { after: 2, until: 4 }), ['3 {"text":"ä😀\\n"}', '4 c'])
    assert.deepEqual(await kept(context, { after: 5 }), [])
    assert.deepEqual(await kept(context, { chatId: 'other' }), [])
  })

  cases.add('keeps nothing of a transaction that fails', async (context) => {
    await givenChat(context)
    const work = context.write(async (tx) => {
      await tx.facts.insert([{ chatId: 'chat', sequence: 2, at: 2_000, facts: 'a' }], 10)
      assert.equal((await tx.facts.list(range())).length, 1)
      throw new Error('refused')
    })
    await assert.rejects(work, /refused/)
    assert.deepEqual(await kept(context), [])
  })

  cases.add('keeps facts of several chats together', async (context) => {
    const facts = ['chat', 'other', 'third'].map((chatId) => ({
      chatId,
      sequence: 7,
      at: 2_000,
      facts: chatId,
    }))
    await context.write((tx) => tx.facts.insert(facts, 10))
    await context.write((tx) => tx.facts.insert([], 10))
    assert.deepEqual(await kept(context, { chatId: 'other' }), ['7 other'])
    assert.deepEqual(await kept(context, { chatId: 'third' }), ['7 third'])
  })

  cases.add('forgets facts beyond the maximum number of sequences, of that chat only', async (context) => {
    await givenChat(context)
    await context.write((tx) => tx.facts.insert([{ chatId: 'other', sequence: 1, at: 1, facts: 'o' }], 3))
    await keep(context, ['a', 'b', 'c'], 3)
    assert.deepEqual(await kept(context), ['2 a', '3 b', '4 c'])
    await append(context, 'event')
    await keep(context, ['d'], 3)
    assert.deepEqual(await kept(context), ['4 c', '6 d'])
    assert.deepEqual(await kept(context, { chatId: 'other' }), ['1 o'])
  })
}

function appendedCases(cases: StorageCases): void {
  cases.add('lists events of the send path by the sequence of their command', async (context) => {
    const head = await givenChat(context)
    await context.storage.appendEvents([
      appendCommand(head, [newEvent('a'), newEvent('b')]),
      appendCommand(head, []),
      appendCommand(head, [newEvent('c')]),
    ])
    await append(context, 'd')
    assert.deepEqual(await appended(context), [
      '2 thread 1 a',
      '2 thread 2 b',
      '4 thread 3 c',
      '5 thread 4 d',
    ])
    assert.deepEqual(await appended(context, { after: 2, until: 4 }), ['4 thread 3 c'])
    assert.deepEqual(await appended(context, { chatId: 'other' }), [])
  })

  cases.add('answers events as they are stored', async (context) => {
    const head = await givenChat(context)
    const values: Partial<NewEvent> = {
      authorId: 'agent',
      recipients: 'agents',
      customId: 'mine',
      properties: { app: { key: 'ä' } },
      content: { type: 'custom', content: { list: [1, null, { deep: '😀' }] } },
    }
    const event = newEvent('a', values)
    await context.storage.appendEvents([appendCommand(head, [event])])
    const [found] = await context.read.facts.listAppended({ ...range(), eventCount: 1 })
    assert.deepEqual(found, { sequence: 2, threadId: 'chat-thread-1', event: { ...event, order: 1 } })
  })

  cases.add('leaves out events of transactions, and continues after them', async (context) => {
    await givenChat(context)
    await append(context, 'a')
    await context.write(async (tx) => {
      await tx.chats.lock('chat')
      await tx.chats.append('chat', added([newEvent('b')]))
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('next', { events: [newEvent('c')] }))
      await tx.chats.takeSequences(['chat'], 3_000)
    })
    await append(context, 'd')
    assert.deepEqual(await appended(context), ['2 thread 1 a', '4 next 2 d'])
  })
}

function takenCases(cases: StorageCases): void {
  cases.add('lists chats of licenses with recent events or facts, each once', async (context) => {
    const { read, write, license, storage } = context
    const head = await givenChat(context)
    for (const id of ['quiet', 'kept', 'younger']) await write((tx) => tx.chats.insert(newChat(license, id)))
    await storage.appendEvents([appendCommand(head, [newEvent('a', { createdAt: 5_000 })], { at: 5_000 })])
    await write(async (tx) => {
      const [taken] = await tx.chats.takeSequences(['kept'], 6_000)
      const sequence = taken?.sequence ?? 0
      await tx.facts.insert([{ chatId: 'kept', sequence, at: 6_000, facts: 'k' }], 10)
      await tx.facts.insert([{ chatId: 'chat', sequence: 99, at: 6_000, facts: 'c' }], 1_000)
    })
    const list = async (since: number, licenseIds: readonly number[] = [license.id], limit = 100) =>
      (await read.facts.listLatestSequences({ licenseIds, since, limit })).toSorted(
        (one, two) => one.at - two.at,
      )
    const chat = { licenseId: license.id, chatId: 'chat', sequence: 2, at: 5_000 }
    const kept = { licenseId: license.id, chatId: 'kept', sequence: 2, at: 6_000 }
    assert.deepEqual(await list(5_000), [chat, kept])
    assert.deepEqual(await list(5_001), [chat, kept], 'facts were kept of it later')
    assert.deepEqual(await list(6_001), [])
    assert.deepEqual(await list(5_000, []), [])
    assert.deepEqual(await list(5_000, [license.id + 1]), [])
    assert.equal((await list(0, [license.id, license.id + 1])).length, 4)
    assert.equal((await list(0, [license.id], 2)).length, 2)
  })
}

function boundCases(cases: StorageCases): void {
  cases.add('answers nothing when the facts exceed the byte limit', async (context) => {
    await givenChat(context)
    await keep(context, ['a', 'x'.repeat(100), 'ä', 'ccc'])
    assert.deepEqual(await kept(context, { after: 3, maxBytes: 5 }), ['4 ä', '5 ccc'])
    assert.deepEqual(await kept(context, { after: 3, maxBytes: 4 }), [])
    assert.deepEqual(await kept(context, { after: 3, until: 4, maxBytes: 2 }), ['4 ä'])
    assert.deepEqual(await kept(context, { maxBytes: 105 }), [])
    assert.equal((await kept(context, { maxBytes: 106 })).length, 4)
  })

  cases.add('counts only the bytes of the listed events', async (context) => {
    const head = await givenChat(context)
    const long = { content: { type: 'message', text: 'x'.repeat(5_000) } } as const
    const commands = ['a', 'b', 'c'].map((id) => appendCommand(head, [newEvent(id, long)]))
    await context.storage.appendEvents(commands)
    assert.deepEqual(await appended(context, { maxBytes: 12_000 }), [])
    assert.deepEqual(await appended(context, { after: 2, maxBytes: 12_000 }), [
      '3 thread 2 b',
      '4 thread 3 c',
    ])
    assert.deepEqual(await appended(context, { until: 3, maxBytes: 12_000 }), [
      '2 thread 1 a',
      '3 thread 2 b',
    ])
  })

  cases.add('searches among the newest events of the chat', async (context) => {
    await givenChat(context)
    await append(context, ...upTo(5).map((n) => `e${n}`))
    assert.deepEqual(await appended(context, { eventCount: 2 }), ['5 thread 4 e4', '6 thread 5 e5'])
    assert.deepEqual(await appended(context, { eventCount: 2, until: 5 }), ['4 thread 3 e3', '5 thread 4 e4'])
  })
}

function concurrencyCases(cases: StorageCases): void {
  cases.add('lists each sequence once, despite concurrent commits', async (context) => {
    const head = await givenChat(context)
    const commit = (n: number) =>
      n % 2 === 0
        ? keep(context, [`kept-${n}`])
        : context.storage.appendEvents([appendCommand(head, [newEvent(`event-${n}`)])])
    await Promise.all(upTo(40).map(commit))
    const sequences = [
      ...(await context.read.facts.list(range())),
      ...(await context.read.facts.listAppended({ ...range(), eventCount: 100 })),
    ].map(({ sequence }) => sequence)
    assert.deepEqual(
      sequences.sort((one, two) => one - two),
      upTo(40).map((n) => n + 1),
    )
  })
}
