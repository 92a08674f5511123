import assert from 'node:assert/strict'
import { givenChat, newDelivery, upTo } from './fixtures.js'
import { claim, claimIds, done, givenDeliveries, giveUp, late } from './outbox-fixtures.js'
import type { StorageCases } from './suite.js'

export function failedDeliveryCases(cases: StorageCases): void {
  attemptCases(cases)
  givenUpCases(cases)
}

function attemptCases(cases: StorageCases): void {
  cases.add('counts the attempts, and is due again at the given time', async (context) => {
    await givenDeliveries(context, [newDelivery(context.license, 'a', { chatId: null })])
    for (const n of upTo(3)) {
      const now = 3_000 + 1_000 * n
      const [delivery] = await claim(context, { now })
      assert.equal(delivery?.attemptCount, n - 1)
      const outcome = { at: now, nextAt: now + 1_000, reason: 'status 500' }
      assert.equal(await context.write((tx) => tx.outbox.recordFailure('a', 'node', outcome)), true)
      assert.deepEqual(await claimIds(context, { now: now + 999 }), [])
    }
  })
}

function givenUpCases(cases: StorageCases): void {
  cases.add(
    'a given-up delivery is listed with its reason, and no longer blocks the next',
    async (context) => {
      const { license, read } = context
      await givenChat(context)
      await givenDeliveries(context, [newDelivery(license, 'a'), newDelivery(license, 'b')])
      const [delivery] = await claim(context)
      assert.equal(await giveUp(context, 'a', 5_000), true)
      assert.equal(await giveUp(context, 'a', 5_000), false)
      const failed = { ...delivery, attemptCount: 1, failedAt: 5_000, reason: 'status 500' }
      assert.deepEqual(
        await read.outbox.listFailed(license.id, null, { before: null, limit: 10, maxBytes: 1_000_000 }),
        [failed],
      )
      assert.deepEqual(await claimIds(context, { now: late }), ['b'])
    },
  )

  cases.add('lists those of a license, the newest first, piece by piece', async (context) => {
    const { license, read } = context
    const ids = ['a', 'b', 'c', 'd', 'e']
    await givenDeliveries(
      context,
      [...ids, 'other'].map((id) => {
        const licenseId = id === 'other' ? license.id + 1 : license.id
        return newDelivery(license, id, { licenseId, chatId: null })
      }),
    )
    await claim(context)
    for (const id of [...ids, 'other']) await giveUp(context, id, id === 'a' ? 4_000 : 5_000)
    const list = async (before: { failedAt: number; id: string } | null) =>
      (await read.outbox.listFailed(license.id, null, { before, limit: 2, maxBytes: 1_000_000 })).map(
        ({ id }) => id,
      )
    assert.deepEqual(await list(null), ['e', 'd'])
    assert.deepEqual(await list({ failedAt: 5_000, id: 'd' }), ['c', 'b'])
    assert.deepEqual(await list({ failedAt: 5_000, id: 'b' }), ['a'])
    assert.deepEqual(await list({ failedAt: 4_000, id: 'a' }), [])
  })

  cases.add('ends a page with the delivery that reaches the byte limit', async (context) => {
    const { license, read } = context
    const ids = ['a', 'b', 'c', 'd']
    const payload = JSON.stringify({ text: 'ä'.repeat(50) })
    await givenDeliveries(
      context,
      ids.map((id) => newDelivery(license, id, { chatId: null, payload })),
    )
    await claim(context)
    for (const id of ids) await giveUp(context, id, 5_000)
    const bytes = Buffer.byteLength(payload)
    const list = async (maxBytes: number, webhookId: string | null = null) =>
      (await read.outbox.listFailed(license.id, webhookId, { before: null, limit: 10, maxBytes })).map(
        ({ id }) => id,
      )
    assert.deepEqual(await list(1), ['d'])
    assert.deepEqual(await list(bytes), ['d'])
    assert.deepEqual(await list(bytes + 1), ['d', 'c'])
    assert.deepEqual(await list(2 * bytes + 1, 'webhook'), ['d', 'c', 'b'])
    assert.deepEqual(await list(4 * bytes), ['d', 'c', 'b', 'a'])
  })

  cases.add(
    'a retried delivery is queued behind those of its webhook and chat, as if never attempted',
    async (context) => {
      const { license, read, write } = context
      await givenChat(context)
      await givenDeliveries(context, [newDelivery(license, 'a'), newDelivery(license, 'b')])
      const [before] = await claim(context)
      await giveUp(context, 'a', 3_000)
      assert.equal(await write((tx) => tx.outbox.retry('unknown', 6_000)), false)
      assert.equal(await write((tx) => tx.outbox.retry('a', 6_000)), true)
      assert.equal(await write((tx) => tx.outbox.retry('a', 6_000)), false)
      assert.deepEqual(
        await read.outbox.listFailed(license.id, null, { before: null, limit: 10, maxBytes: 1_000_000 }),
        [],
      )
      assert.deepEqual(await claimIds(context, { now: 6_000 }), ['b'])
      await done(context, 'b')
      assert.deepEqual(await claim(context, { now: 5_999 }), [])
      assert.deepEqual(await claim(context, { now: 6_000 }), [before])
    },
  )

  cases.add('removes those given up by age, the oldest first, up to a limit', async (context) => {
    const { license, read, write } = context
    const ids = ['a', 'b', 'c', 'd']
    await givenDeliveries(
      context,
      ids.map((id) => newDelivery(license, id, { chatId: null })),
    )
    await claim(context)
    for (const [index, id] of ids.entries()) await giveUp(context, id, 5_000 - 1_000 * index)
    const remove = (until: number, limit: number) => write((tx) => tx.outbox.deleteFailedUntil(until, limit))
    const left = async () =>
      (await read.outbox.listFailed(license.id, null, { before: null, limit: 10, maxBytes: 1_000_000 })).map(
        ({ id }) => id,
      )
    assert.equal(await remove(1_999, 10), 0)
    assert.equal(await remove(4_000, 1), 1)
    assert.deepEqual(await left(), ['a', 'b', 'c'])
    assert.equal(await remove(4_000, 10), 2)
    assert.deepEqual(await left(), ['a'])
    assert.equal(await remove(4_000, 10), 0)
  })
}
