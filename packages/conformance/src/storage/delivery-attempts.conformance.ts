import assert from 'node:assert/strict'
import type { DeliveryAttempt } from '@parley/core/storage'
import { upTo } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'
import { givenBot, insertWebhook, newAttempt, newWebhook } from './webhook-fixtures.js'

function add({ write }: StorageContext, attempts: readonly DeliveryAttempt[], maxCount = 10) {
  return write((tx) => tx.webhooks.addAttempts(attempts, maxCount))
}

export function deliveryAttemptCases(cases: StorageCases): void {
  cases.add('answers those of a webhook or a bot as they were added, the newest first', async (context) => {
    const { read, license } = context
    await insertWebhook(context, newWebhook(license, 'webhook'))
    await givenBot(context, 'bot')
    const delivered = newAttempt('webhook', '1')
    const failed = newAttempt('webhook', '2', { status: null, reason: 'no answer in 10 s', nextAt: 8_000 })
    const refused = newAttempt('webhook', '3', { status: 500, reason: 'status 500', durationMs: 0 })
    const ofBot = newAttempt('bot', '4')
    await add(context, [failed, ofBot, delivered])
    await add(context, [refused])
    await add(context, [])
    assert.deepEqual(await read.webhooks.listAttempts('webhook', 10), [refused, failed, delivered])
    assert.deepEqual(await read.webhooks.listAttempts('webhook', 2), [refused, failed])
    assert.deepEqual(await read.webhooks.listAttempts('bot', 10), [ofBot])
    assert.deepEqual(await read.webhooks.listAttempts('other', 10), [])
  })

  cases.add('keeps the newest of each webhook that they are about', async (context) => {
    const { read, license } = context
    for (const id of ['a', 'b', 'c']) await insertWebhook(context, newWebhook(license, id))
    const ids = async (webhookId: string) =>
      (await read.webhooks.listAttempts(webhookId, 10)).map(({ id }) => id)
    const of = (webhookId: string, from: number, count: number) =>
      upTo(count).map((n) => newAttempt(webhookId, `${webhookId}${from + n}`))
    await add(context, [...of('a', 0, 3), ...of('b', 0, 2), ...of('c', 0, 5)], 5)
    await add(context, [...of('a', 3, 2), ...of('b', 2, 3)], 3)
    assert.deepEqual(await ids('a'), ['a5', 'a4', 'a3'])
    assert.deepEqual(await ids('b'), ['b5', 'b4', 'b3'])
    assert.deepEqual(await ids('c'), ['c5', 'c4', 'c3', 'c2', 'c1'])
  })

  cases.add('are removed with the webhook, and are not stored for an unknown one', async (context) => {
    const { read, write, license } = context
    await insertWebhook(context, newWebhook(license, 'webhook'))
    await insertWebhook(context, newWebhook(license, 'other'))
    await add(context, [newAttempt('webhook', '1'), newAttempt('other', '2')])
    await write((tx) => tx.webhooks.remove(license.id, 'webhook'))
    await add(context, [newAttempt('webhook', '3'), newAttempt('other', '4')])
    assert.deepEqual(await read.webhooks.listAttempts('webhook', 10), [])
    assert.equal((await read.webhooks.listAttempts('other', 10)).length, 2)
  })
}
