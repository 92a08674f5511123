import assert from 'node:assert/strict'
import { givenChat, newChat, newDelivery, upTo } from './fixtures.js'
import { claim, claimIds, done, givenDeliveries, ofEach } from './outbox-fixtures.js'
import type { StorageCases } from './suite.js'

export function outboxLineCases(cases: StorageCases): void {
  cases.add('claims only the oldest delivery of one webhook and chat', async (context) => {
    const { license } = context
    await givenChat(context)
    await givenDeliveries(
      context,
      ['a', 'b', 'c'].map((id) => newDelivery(license, id)),
    )
    for (const id of ['a', 'b', 'c']) {
      assert.deepEqual(await claimIds(context), [id])
      assert.deepEqual(await claimIds(context), [])
      await done(context, id)
    }
    assert.deepEqual(await claimIds(context), [])
  })

  cases.add(
    'claims others next to it: other webhooks, other chats and those without a chat',
    async (context) => {
      const { license, write } = context
      await givenChat(context)
      await write((tx) => tx.chats.insert(newChat(license, 'other')))
      await givenDeliveries(context, [
        newDelivery(license, 'a'),
        newDelivery(license, 'behind a'),
        newDelivery(license, 'b', { webhookId: 'another' }),
        newDelivery(license, 'c', { chatId: 'other' }),
        newDelivery(license, 'd', { chatId: null }),
        newDelivery(license, 'e', { chatId: null }),
      ])
      const webhooks = [...ofEach(3, 'webhook'), ...ofEach(1, 'another')]
      assert.deepEqual(await claimIds(context, { webhooks }), ['a', 'b', 'c', 'd'])
      assert.deepEqual(await claimIds(context), ['e'])
    },
  )

  cases.add('finds deliveries beyond many that wait behind another', async (context) => {
    const { license, write } = context
    await givenChat(context)
    await givenDeliveries(
      context,
      upTo(50).map((n) => newDelivery(license, `first-${n}`)),
    )
    await write((tx) => tx.chats.insert(newChat(license, 'other')))
    await givenDeliveries(context, [newDelivery(license, 'beyond', { chatId: 'other' })])
    assert.deepEqual(await claimIds(context, { webhooks: ofEach(3, 'webhook') }), ['first-1', 'beyond'])
  })

  cases.add('a delivery that waits for its next attempt blocks those behind it', async (context) => {
    const { license, write } = context
    await givenChat(context)
    await givenDeliveries(context, [newDelivery(license, 'a')])
    await claim(context)
    await givenDeliveries(context, [newDelivery(license, 'b')])
    await write((tx) =>
      tx.outbox.recordFailure('a', 'node', { at: 3_000, nextAt: 60_000, reason: 'status 500' }),
    )
    assert.deepEqual(await claimIds(context, { now: 59_999 }), [])
    assert.deepEqual(await claimIds(context, { now: 60_000 }), ['a'])
    await done(context, 'a')
    assert.deepEqual(await claimIds(context, { now: 60_000 }), ['b'])
  })

  cases.add('deliveries that are done together release the next of each', async (context) => {
    const { license } = context
    await givenChat(context)
    const webhookIds = ['one', 'two', 'three']
    const wave = (n: number) =>
      webhookIds.map((webhookId) => newDelivery(license, `${webhookId}-${n}`, { webhookId }))
    await givenDeliveries(context, upTo(3).flatMap(wave))
    const webhooks = ofEach(10, ...webhookIds)
    for (const n of upTo(3)) {
      const ids = webhookIds.map((webhookId) => `${webhookId}-${n}`)
      assert.deepEqual(await claimIds(context, { webhooks }), ids)
      await done(context, ...ids)
    }
  })
}
