import assert from 'node:assert/strict'
import type { NewDelivery } from '@parley/core/storage'
import { added, appendCommand, givenChat, newChat, newDelivery, newEvent, upTo } from './fixtures.js'
import { claim, claimIds, done, givenDeliveries, giveUp, late, ofEach } from './outbox-fixtures.js'
import type { StorageCases } from './suite.js'

export function outboxCases(cases: StorageCases): void {
  addingCases(cases)
  appendingCases(cases)
  claimCases(cases)
  leaseCases(cases)
  countCases(cases)
}

function addingCases(cases: StorageCases): void {
  cases.add(
    'answers each field as it was stored, with the allocated sequence and event order',
    async (context) => {
      const { license, write } = context
      await givenChat(context)
      const first = newDelivery(license, 'a', { eventIndex: 1, payload: '{ "b": "漢字", "a": 1 }' })
      const second = newDelivery(license, 'b', { chatId: null, createdAt: 1_000 })
      await write(async (tx) => {
        const [taken] = await tx.chats.takeSequences(['chat'], 2_000)
        const orders = await tx.chats.append('chat', added([newEvent('x'), newEvent('y')]))
        assert.ok(orders !== 'full' && taken !== undefined)
        await tx.outbox.add([first, second], { sequences: new Map([['chat', taken.sequence]]), orders })
        await tx.outbox.add([], { sequences: new Map(), orders: [] })
      })
      const { eventIndex: _, dueAt: __, ...kept } = first
      const { eventIndex: ___, dueAt: ____, ...keptOfSecond } = second
      assert.deepEqual(await claim(context), [
        { ...keptOfSecond, eventOrder: null, sequence: null, attemptCount: 0 },
        { ...kept, eventOrder: 2, sequence: 2, attemptCount: 0 },
      ])
    },
  )

  cases.add('rejects a chat or an event that the transaction has not allocated', async (context) => {
    const { license, write } = context
    await givenChat(context)
    const allocated = { sequences: new Map([['chat', 2]]), orders: [1] }
    for (const values of [{ chatId: 'other' }, { eventIndex: 1 }]) {
      const add = write((tx) => tx.outbox.add([newDelivery(license, 'a', values)], allocated))
      await assert.rejects(add, TypeError)
    }
    assert.deepEqual(await claim(context), [])
  })

  cases.add('is due at its own time, whenever it was created', async (context) => {
    const { license, write } = context
    await write(async (tx) => {
      const late = newDelivery(license, 'late', { chatId: null, createdAt: 1_000, dueAt: 3_000 })
      const soon = newDelivery(license, 'soon', { chatId: null, createdAt: 9_000, dueAt: 2_000 })
      await tx.outbox.add([late, soon], { sequences: new Map(), orders: [] })
    })
    assert.deepEqual(await claimIds(context, { now: 2_999 }), ['soon'])
    assert.deepEqual(await claimIds(context, { now: 3_000 }), ['late'])
  })

  cases.add('keeps nothing of a transaction that fails', async (context) => {
    const work = context.write(async (tx) => {
      const delivery = newDelivery(context.license, 'a', { chatId: null })
      await tx.outbox.add([delivery], { sequences: new Map(), orders: [] })
      throw new Error('refused')
    })
    await assert.rejects(work, /refused/)
    assert.deepEqual(await claim(context), [])
  })
}

function appendingCases(cases: StorageCases): void {
  cases.add(
    'stores the deliveries of a command with the sequence and orders of its events',
    async (context) => {
      const { license, storage, write } = context
      const head = await givenChat(context)
      const other = await write((tx) => tx.chats.insert(newChat(license, 'other')))
      const about = (id: string, values: Partial<NewDelivery>) => newDelivery(license, id, values)
      await storage.appendEvents([
        appendCommand(head, [newEvent('a')]),
        appendCommand(head, [newEvent('b'), newEvent('c')], {
          deliveries: [about('1', { eventIndex: 1 }), about('2', { chatId: null, eventIndex: 0 })],
        }),
        appendCommand(other, [newEvent('d')], {
          deliveries: [about('3', { chatId: 'other', eventIndex: 0 }), about('4', { chatId: null })],
        }),
        appendCommand(head, [newEvent('e')], {
          deliveries: [about('5', { webhookId: 'another', eventIndex: 0 })],
        }),
      ])
      const placed = (await claim(context)).map(({ id, sequence, eventOrder }) => [id, sequence, eventOrder])
      assert.deepEqual(placed, [
        ['1', 3, 3],
        ['2', null, 2],
        ['3', 2, 1],
        ['4', null, null],
        ['5', 4, 4],
      ])
    },
  )

  cases.add('stores no deliveries of a command that stores nothing', async (context) => {
    const { license, storage } = context
    const head = await givenChat(context)
    const bounds = { eventCount: 0, eventBytes: 0 }
    const deliveries = [newDelivery(license, 'a')]
    await storage.appendEvents([
      appendCommand(head, [newEvent('a')], { deliveries, revision: head.revision + 1 }),
      appendCommand(head, [newEvent('b')], { deliveries, bounds }),
      appendCommand(head, [], {
        deliveries: [newDelivery(license, 'b', { chatId: null })],
        chatId: 'nothing',
      }),
    ])
    assert.deepEqual(await claim(context), [])
  })

  cases.add('stores a delivery of a command without events', async (context) => {
    const head = await givenChat(context)
    const deliveries = [newDelivery(context.license, 'a')]
    await context.storage.appendEvents([appendCommand(head, [], { deliveries })])
    assert.deepEqual(await claimIds(context), ['a'])
  })

  cases.add('rejects a command whose deliveries are about another chat', async (context) => {
    const head = await givenChat(context)
    const deliveries = [newDelivery(context.license, 'a', { chatId: 'other' })]
    const send = context.storage.appendEvents([appendCommand(head, [newEvent('a')], { deliveries })])
    await assert.rejects(send, TypeError)
    assert.deepEqual(await claim(context), [])
  })
}

function claimCases(cases: StorageCases): void {
  cases.add('claims due deliveries in the order in which they were added, up to a limit', async (context) => {
    const ids = upTo(12).map((n) => `id-${(n * 7) % 13}`)
    await givenDeliveries(
      context,
      ids.map((id) => newDelivery(context.license, id, { chatId: null })),
    )
    assert.deepEqual(await claimIds(context, { webhooks: ofEach(5, 'webhook') }), ids.slice(0, 5))
    assert.deepEqual(await claimIds(context, { webhooks: ofEach(5, 'webhook') }), ids.slice(5, 10))
    assert.deepEqual(await claimIds(context, { webhooks: ofEach(5, 'webhook') }), ids.slice(10))
    assert.deepEqual(await claimIds(context, { webhooks: ofEach(5, 'webhook') }), [])
  })

  cases.add('claims nothing before it is due', async (context) => {
    await givenDeliveries(context, [newDelivery(context.license, 'a', { chatId: null, createdAt: 3_000 })])
    assert.deepEqual(await claimIds(context, { now: 2_999 }), [])
    assert.deepEqual(await claimIds(context, { now: 3_000 }), ['a'])
  })

  cases.add('gives each delivery to one of several concurrent claims', async (context) => {
    const ids = upTo(40).map((n) => `id-${n}`)
    await givenDeliveries(
      context,
      ids.map((id) => newDelivery(context.license, id, { chatId: null })),
    )
    const claims = await Promise.all(
      upTo(8).map((n) => claimIds(context, { owner: `node-${n}`, webhooks: ofEach(6, 'webhook') })),
    )
    const claimed = claims.flat()
    assert.equal(new Set(claimed).size, claimed.length)
    const rest = await claimIds(context, { webhooks: ofEach(40, 'webhook') })
    assert.deepEqual(new Set([...claimed, ...rest]), new Set(ids))
    assert.equal(claimed.length + rest.length, 40)
  })
}

function leaseCases(cases: StorageCases): void {
  cases.add('lets others claim a delivery whose lease has expired', async (context) => {
    await givenDeliveries(context, [newDelivery(context.license, 'a', { chatId: null })])
    assert.deepEqual(await claimIds(context), ['a'])
    const other = { owner: 'other', leaseUntil: 9_000 }
    assert.deepEqual(await claimIds(context, { ...other, now: 3_999 }), [])
    assert.deepEqual(await claimIds(context, { ...other, now: 4_000 }), ['a'])
    assert.deepEqual(await claimIds(context, { now: 8_999 }), [])
  })

  cases.add('a former owner changes nothing', async (context) => {
    const { license, read, write } = context
    await givenChat(context)
    await givenDeliveries(context, [newDelivery(license, 'a')])
    await claim(context)
    await claim(context, { now: 4_000, owner: 'other', leaseUntil: 5_000 })
    await done(context, 'a')
    const failed = (nextAt: number | null) =>
      write((tx) => tx.outbox.recordFailure('a', 'node', { at: 4_000, nextAt, reason: 'late' }))
    assert.equal(await failed(4_500), false)
    assert.equal(await failed(null), false)
    assert.deepEqual(
      await read.outbox.listFailed(license.id, null, { before: null, limit: 10, maxBytes: 1_000_000 }),
      [],
    )
    const [delivery] = await claim(context, { now: 5_000 })
    assert.deepEqual([delivery?.id, delivery?.attemptCount], ['a', 0])
  })

  cases.add('the current owner may finish a delivery after its lease', async (context) => {
    await givenChat(context)
    await givenDeliveries(context, [newDelivery(context.license, 'a')])
    await claim(context)
    await done(context, 'a', 'unknown')
    assert.deepEqual(await claim(context, { now: late }), [])
  })
}

function countCases(cases: StorageCases): void {
  cases.add('counts due deliveries up to a maximum, claimed and waiting ones too', async (context) => {
    const { license, read } = context
    await givenChat(context)
    await givenDeliveries(context, [
      ...['a', 'b', 'c'].map((id) => newDelivery(license, id)),
      newDelivery(license, 'later', { chatId: null, createdAt: 5_000 }),
    ])
    await claim(context)
    assert.equal(await read.outbox.countDue(1_999, 10), 0)
    assert.equal(await read.outbox.countDue(2_000, 10), 3)
    assert.equal(await read.outbox.countDue(5_000, 10), 4)
    assert.equal(await read.outbox.countDue(5_000, 2), 2)
    await giveUp(context, 'a', 3_000)
    assert.equal(await context.write((tx) => tx.outbox.countDue(5_000, 10)), 3)
  })
}
