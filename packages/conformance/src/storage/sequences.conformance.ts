import assert from 'node:assert/strict'
import type { AppendResult, ChatSequence } from '@parley/core/storage'
import { appendCommand, givenChat, newChat, newEvent, upTo } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

/** Stores `chat` and `other`, which took their first sequences at 1,500. */
async function givenChats(context: StorageContext) {
  const chat = await givenChat(context)
  const other = await context.write((tx) => tx.chats.insert(newChat(context.license, 'other')))
  return { chat, other }
}

function take({ write }: StorageContext, chatIds: readonly string[], at: number) {
  return write((tx) => tx.chats.takeSequences(chatIds, at))
}

function takenBy(results: readonly AppendResult[]): readonly (ChatSequence | undefined)[] {
  return results.map((result) => (result.status === 'stored' ? result.taken : undefined))
}

export function sequenceCases(cases: StorageCases): void {
  transactionCases(cases)
  appendCases(cases)
  refusalCases(cases)
  concurrencyCases(cases)
}

function transactionCases(cases: StorageCases): void {
  cases.add('gives a chat its first one with its creation', async (context) => {
    await givenChat(context)
    assert.deepEqual(await take(context, ['chat'], 2_000), [{ sequence: 2, previousAt: 1_500 }])
  })

  cases.add('continues within the transaction that created the chat', async (context) => {
    const { license } = context
    const taken = await context.write(async (tx) => {
      await tx.chats.insert(newChat(license, 'new', { createdAt: 1_600 }))
      return [
        ...(await tx.chats.takeSequences(['new'], 1_700)),
        ...(await tx.chats.takeSequences(['new'], 1_800)),
      ]
    })
    assert.deepEqual(taken, [
      { sequence: 2, previousAt: 1_600 },
      { sequence: 3, previousAt: 1_700 },
    ])
  })

  cases.add('takes sequences of several chats, in the given order', async (context) => {
    await givenChats(context)
    assert.deepEqual(await take(context, ['other'], 2_000), [{ sequence: 2, previousAt: 1_500 }])
    assert.deepEqual(await take(context, ['other', 'chat'], 1_767_225_600_000), [
      { sequence: 3, previousAt: 2_000 },
      { sequence: 2, previousAt: 1_500 },
    ])
    assert.deepEqual(await take(context, ['chat', 'other'], 3_000), [
      { sequence: 3, previousAt: 1_767_225_600_000 },
      { sequence: 4, previousAt: 1_767_225_600_000 },
    ])
    assert.deepEqual(await take(context, [], 3_000), [])
  })

  cases.add('leaves no gap when a transaction fails', async (context) => {
    await givenChat(context)
    const work = context.write(async (tx) => {
      await tx.chats.takeSequences(['chat'], 2_000)
      throw new Error('refused')
    })
    await assert.rejects(work, /refused/)
    assert.deepEqual(await take(context, ['chat'], 3_000), [{ sequence: 2, previousAt: 1_500 }])
  })

  cases.add('does not change the revision', async (context) => {
    const head = await givenChat(context)
    await take(context, ['chat'], 2_000)
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
  })
}

function appendCases(cases: StorageCases): void {
  cases.add('each command takes one, whatever the number of its events', async (context) => {
    const { chat, other } = await givenChats(context)
    const results = await context.storage.appendEvents([
      appendCommand(chat, [newEvent('a'), newEvent('b')], { at: 2_000 }),
      appendCommand(other, [newEvent('c')], { at: 2_100 }),
      appendCommand(chat, [], { at: 2_200 }),
      appendCommand(chat, [newEvent('d')], { at: 2_300 }),
    ])
    assert.deepEqual(takenBy(results), [
      { sequence: 2, previousAt: 1_500 },
      { sequence: 2, previousAt: 1_500 },
      { sequence: 3, previousAt: 2_000 },
      { sequence: 4, previousAt: 2_200 },
    ])
    assert.deepEqual(await take(context, ['chat'], 3_000), [{ sequence: 5, previousAt: 2_300 }])
  })

  cases.add('a command without events takes one too', async (context) => {
    const head = await givenChat(context)
    const results = await context.storage.appendEvents([appendCommand(head, [], { at: 2_000 })])
    assert.deepEqual(takenBy(results), [{ sequence: 2, previousAt: 1_500 }])
    assert.deepEqual(await take(context, ['chat'], 3_000), [{ sequence: 3, previousAt: 2_000 }])
  })

  cases.add('a command continues after a transaction', async (context) => {
    const head = await givenChat(context)
    await take(context, ['chat'], 2_000)
    const results = await context.storage.appendEvents([
      appendCommand(head, [newEvent('a')], { at: 1_767_225_600_000 }),
    ])
    assert.deepEqual(takenBy(results), [{ sequence: 3, previousAt: 2_000 }])
    assert.deepEqual(await take(context, ['chat'], 3_000), [{ sequence: 4, previousAt: 1_767_225_600_000 }])
  })
}

function refusalCases(cases: StorageCases): void {
  cases.add('a command that stores nothing takes none', async (context) => {
    const { chat, other } = await givenChats(context)
    const bounds = { eventCount: 1, eventBytes: 10_000 }
    const results = await context.storage.appendEvents([
      appendCommand(chat, [newEvent('a')], { revision: chat.revision + 1 }),
      appendCommand(other, [newEvent('b')], { bounds, at: 2_000 }),
      appendCommand(other, [newEvent('c')], { bounds, at: 2_100 }),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['stale', 'stored', 'full'],
    )
    assert.deepEqual(await take(context, ['chat', 'other'], 3_000), [
      { sequence: 2, previousAt: 1_500 },
      { sequence: 3, previousAt: 2_000 },
    ])
  })

  cases.add('rejects a chat that does not exist, and takes nothing', async (context) => {
    await givenChat(context)
    await assert.rejects(take(context, ['chat', 'nothing'], 2_000), TypeError)
    assert.deepEqual(await take(context, ['chat'], 3_000), [{ sequence: 2, previousAt: 1_500 }])
  })
}

function concurrencyCases(cases: StorageCases): void {
  cases.add('gives mixed commits no gap and no repeat', async (context) => {
    const head = await givenChat(context)
    const commit = async (n: number) => {
      if (n % 2 === 0) return take(context, ['chat'], 2_000)
      return takenBy(await context.storage.appendEvents([appendCommand(head, [newEvent(`event-${n}`)])]))
    }
    const taken = (await Promise.all(upTo(40).map(commit))).flat()
    const sequences = taken.map((one) => one?.sequence ?? 0).sort((left, right) => left - right)
    assert.deepEqual(
      sequences,
      upTo(40).map((n) => n + 1),
    )
  })

  cases.add('does not deadlock transactions that name the chats in opposite orders', async (context) => {
    await givenChats(context)
    const orders = [
      ['chat', 'other'],
      ['other', 'chat'],
    ]
    await Promise.all(upTo(20).map((n) => take(context, orders[n % 2] ?? [], 2_000)))
    assert.deepEqual(await take(context, ['chat', 'other'], 3_000), [
      { sequence: 22, previousAt: 2_000 },
      { sequence: 22, previousAt: 2_000 },
    ])
  })

  cases.add('keeps others from changing the chat until the transaction ends', async (context) => {
    const head = await givenChat(context)
    const sent: Promise<readonly AppendResult[]>[] = []
    await context.write(async (tx) => {
      assert.deepEqual(await tx.chats.takeSequences(['chat'], 2_000), [{ sequence: 2, previousAt: 1_500 }])
      sent.push(context.storage.appendEvents([appendCommand(head, [newEvent('a')])]))
      assert.deepEqual(await tx.chats.takeSequences(['chat'], 2_100), [{ sequence: 3, previousAt: 2_000 }])
    })
    assert.deepEqual(takenBy((await Promise.all(sent)).flat()), [{ sequence: 4, previousAt: 2_100 }])
  })
}
