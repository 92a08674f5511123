import assert from 'node:assert/strict'
import { givenChat, newDelivery, upTo } from './fixtures.js'
import { claim, claimIds, done, givenDeliveries, giveUp, late, ofEach } from './outbox-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

/** Stores `count` deliveries without a chat for each webhook. */
function givenOfEach(context: StorageContext, count: number, ...webhookIds: readonly string[]) {
  const deliveries = webhookIds.flatMap((webhookId) =>
    upTo(count).map((n) => newDelivery(context.license, `${webhookId}-${n}`, { webhookId, chatId: null })),
  )
  return givenDeliveries(context, deliveries)
}

export function outboxWebhookCases(cases: StorageCases): void {
  dueCases(cases)
  claimCases(cases)
  giveUpCases(cases)
  removeCases(cases)
}

function dueCases(cases: StorageCases): void {
  cases.add('lists the webhooks with due deliveries, by id, page by page', async (context) => {
    const { license, read } = context
    await givenOfEach(context, 2, 'd', 'b', 'a', 'c')
    await givenDeliveries(context, [
      newDelivery(license, 'older', { ...{ webhookId: 'b', chatId: null, createdAt: 1_000, licenseId: 7 } }),
      newDelivery(license, 'later', { webhookId: 'e', chatId: null, createdAt: 5_000 }),
    ])
    const list = (after: string | null, limit: number, now = 3_000) =>
      read.outbox.listDueWebhooks(now, { after, limit })
    const ids = async (...args: Parameters<typeof list>) => (await list(...args)).map((one) => one.webhookId)
    assert.deepEqual(await list(null, 2), [
      { webhookId: 'a', licenseId: license.id, dueAt: 2_000 },
      { webhookId: 'b', licenseId: 7, dueAt: 1_000 },
    ])
    assert.deepEqual(await ids('b', 10), ['c', 'd'])
    assert.deepEqual(await ids('d', 10), [])
    assert.deepEqual(await ids('a0', 1), ['b'])
    assert.deepEqual(await ids(null, 10, 1_000), ['b'])
    assert.deepEqual(await ids(null, 10, 999), [])
    assert.deepEqual(await ids('a', 10, 5_000), ['b', 'c', 'd', 'e'])
  })

  cases.add('lists no webhook whose due deliveries are claimed or wait behind others', async (context) => {
    const { license, read, write } = context
    await givenChat(context)
    await givenDeliveries(context, [newDelivery(license, 'a'), newDelivery(license, 'behind a')])
    await givenOfEach(context, 1, 'beyond')
    const due = (now: number) => read.outbox.listDueWebhooks(now, { after: null, limit: 10 })
    const ids = async (now: number) => (await due(now)).map(({ webhookId }) => webhookId)
    assert.deepEqual(await ids(3_000), ['beyond', 'webhook'])
    await claim(context, { webhooks: ofEach(10, 'webhook') })
    assert.deepEqual(await ids(3_999), ['beyond'])
    assert.deepEqual(await ids(4_000), ['beyond', 'webhook'])
    await write((tx) =>
      tx.outbox.recordFailure('a', 'node', { at: 3_000, nextAt: 9_000, reason: 'status 500' }),
    )
    assert.deepEqual(await ids(8_999), ['beyond'])
    assert.equal((await due(9_000))[1]?.dueAt, 9_000)
  })
}

function claimCases(cases: StorageCases): void {
  cases.add('claims up to the limit of each webhook, and none of others', async (context) => {
    await givenOfEach(context, 4, 'a', 'b', 'c')
    const webhooks = [...ofEach(3, 'a'), ...ofEach(1, 'b'), ...ofEach(5, 'nothing'), ...ofEach(0, 'c')]
    assert.deepEqual(await claimIds(context, { webhooks }), ['a-1', 'a-2', 'a-3', 'b-1'])
    assert.deepEqual(await claimIds(context, { webhooks: ofEach(9, 'c', 'a') }), [
      'a-4',
      ...upTo(4).map((n) => `c-${n}`),
    ])
    assert.deepEqual(await claimIds(context, { webhooks: [] }), [])
  })

  cases.add('finds deliveries of several webhooks beyond many that wait behind others', async (context) => {
    const { license } = context
    await givenChat(context)
    const webhookIds = ['a', 'b']
    const deliveries = webhookIds.flatMap((webhookId) => [
      ...upTo(60).map((n) => newDelivery(license, `${webhookId}-${n}`, { webhookId })),
      newDelivery(license, `${webhookId}-beyond`, { webhookId, chatId: null }),
    ])
    await givenDeliveries(context, deliveries)
    const claimed = await claimIds(context, { webhooks: ofEach(2, ...webhookIds) })
    assert.deepEqual(claimed, ['a-1', 'a-beyond', 'b-1', 'b-beyond'])
  })
}

function giveUpCases(cases: StorageCases): void {
  const outcome = { at: 9_000, reason: 'unreachable for a day', limit: 10 }

  cases.add(
    'gives up unclaimed deliveries that have been due for long, the oldest first',
    async (context) => {
      const { license, read, write } = context
      const given = [
        ['held', 500],
        ['third', 3_000],
        ['first', 1_000],
        ['second', 2_000],
        ['young', 4_000],
      ] as const
      await givenDeliveries(
        context,
        given.map(([id, createdAt]) => newDelivery(license, id, { chatId: null, createdAt })),
      )
      await givenOfEach(context, 1, 'another')
      await claim(context, { webhooks: ofEach(1, 'webhook'), now: 8_500 })
      const giveUpDue = (dueUntil: number, limit: number) =>
        write((tx) => tx.outbox.giveUpDue('webhook', dueUntil, { ...outcome, limit }))
      const failed = async () => {
        const listed = await read.outbox.listFailed(license.id, 'webhook', {
          before: null,
          limit: 10,
          maxBytes: 1_000_000,
        })
        return listed.map(({ id }) => id).toSorted()
      }
      assert.equal(await giveUpDue(3_999, 2), 2)
      assert.deepEqual(await failed(), ['first', 'second'])
      assert.equal(await giveUpDue(3_999, 2), 1)
      assert.equal(await giveUpDue(3_999, 2), 0)
      assert.deepEqual(await failed(), ['first', 'second', 'third'])
      assert.deepEqual(await claimIds(context, { now: late }), ['held', 'another-1', 'young'])
    },
  )

  cases.add('answers the deliveries as given up, without another attempt', async (context) => {
    const { license, read, write } = context
    await givenOfEach(context, 1, 'webhook')
    await claim(context)
    await write((tx) =>
      tx.outbox.recordFailure('webhook-1', 'node', { at: 3_000, nextAt: 4_000, reason: 'status 500' }),
    )
    assert.equal(await write((tx) => tx.outbox.giveUpDue('webhook', 3_999, outcome)), 0)
    assert.equal(await write((tx) => tx.outbox.giveUpDue('webhook', 4_000, outcome)), 1)
    const [failed] = await read.outbox.listFailed(license.id, null, {
      before: null,
      limit: 10,
      maxBytes: 1_000_000,
    })
    assert.deepEqual(
      [failed?.id, failed?.attemptCount, failed?.failedAt, failed?.reason],
      ['webhook-1', 1, 9_000, 'unreachable for a day'],
    )
  })

  cases.add('also gives up deliveries that wait behind others, and releases the next', async (context) => {
    const { license, write } = context
    await givenChat(context)
    await givenDeliveries(
      context,
      upTo(4).map((n) => newDelivery(license, `${n}`, { createdAt: 1_000 * n })),
    )
    await claim(context, { now: 8_000 })
    await done(context, '1')
    await claim(context, { now: 8_000, leaseUntil: 8_500 })
    assert.equal(await write((tx) => tx.outbox.giveUpDue('webhook', 3_000, outcome)), 2)
    assert.deepEqual(await claimIds(context, { now: 9_000 }), ['4'])
  })

  cases.add('lists the given-up deliveries of one webhook only', async (context) => {
    const { license, read } = context
    await givenOfEach(context, 3, 'webhook', 'another')
    await claim(context)
    for (const n of upTo(3)) {
      for (const id of ['webhook', 'another']) await giveUp(context, `${id}-${n}`, 5_000 + n)
    }
    const list = async (licenseId: number, before: { failedAt: number; id: string } | null) =>
      (await read.outbox.listFailed(licenseId, 'another', { before, limit: 2, maxBytes: 1_000_000 })).map(
        ({ id }) => id,
      )
    assert.deepEqual(await list(license.id, null), ['another-3', 'another-2'])
    assert.deepEqual(await list(license.id, { failedAt: 5_002, id: 'another-2' }), ['another-1'])
    assert.deepEqual(await list(license.id + 1, null), [])
  })
}

function removeCases(cases: StorageCases): void {
  cases.add(
    'deletes the deliveries of a webhook up to a limit, claimed and waiting ones too',
    async (context) => {
      const { license, write } = context
      await givenChat(context)
      const ids = ['a', 'b', 'c', 'd', 'e']
      await givenDeliveries(
        context,
        ids.map((id) => newDelivery(license, id)),
      )
      await givenOfEach(context, 1, 'another')
      await claim(context, { webhooks: ofEach(10, 'webhook') })
      const remove = async () => (await write((tx) => tx.outbox.deleteByWebhook('webhook', 3))).count
      assert.deepEqual([await remove(), await remove(), await remove()], [3, 2, 0])
      assert.deepEqual(await claimIds(context, { now: late }), ['another-1'])
    },
  )

  cases.add('can claim the deliveries that were not deleted', async (context) => {
    const { license, write } = context
    await givenChat(context)
    await givenDeliveries(
      context,
      ['a', 'b', 'c'].map((id) => newDelivery(license, id)),
    )
    await claim(context)
    await write((tx) => tx.outbox.deleteByWebhook('webhook', 2))
    assert.equal((await claim(context, { now: late })).length, 1)
  })
}
