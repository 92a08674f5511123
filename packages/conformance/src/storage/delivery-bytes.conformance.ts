import assert from 'node:assert/strict'
import { appendCommand, givenChat, newDelivery, newEvent, upTo } from './fixtures.js'
import { claim, done, givenDeliveries, giveUp, late, ofEach } from './outbox-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const longText = JSON.stringify({ text: 'é'.repeat(50_000) })
const longBytes = Buffer.byteLength(longText)

export function deliveryBytesCases(cases: StorageCases): void {
  sharingCases(cases)
  droppingCases(cases)
}

/** Adds up the outbox bytes of a license, read in pages of two. */
async function usage({ read, license }: StorageContext, licenseId = license.id) {
  let [waitingBytes, failedBytes] = [0, 0]
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof read.outbox.getUsage>> = await read.outbox.getUsage(licenseId, {
      after,
      limit: 2,
    })
    waitingBytes += page.waitingBytes
    failedBytes += page.failedBytes
    after = page.after
  } while (after !== null)
  return { waitingBytes, failedBytes }
}

/** Asserts that `bytes` is about `times` the size of the long text; a delivery adds little to that. */
function isAbout(bytes: number, times: number): void {
  assert.ok(bytes >= times * longBytes && bytes < (times + 0.5) * longBytes, `${bytes} bytes`)
}

function long(context: StorageContext, id: string, webhookId: string, payload = longText) {
  return newDelivery(context.license, id, { chatId: null, webhookId, payload })
}

function sharingCases(cases: StorageCases): void {
  cases.add('stores a payload once for all equal deliveries of a commit', async (context) => {
    const { license } = context
    const ids = upTo(20).map((n) => `w${n}`)
    await givenDeliveries(context, [
      ...ids.map((id) => long(context, id, id)),
      long(context, 'other', 'other', longText.replace('text', 'line')),
    ])
    isAbout((await usage(context)).waitingBytes, 2)
    assert.deepEqual(await usage(context, license.id + 1), { waitingBytes: 0, failedBytes: 0 })
    const claimed = await claim(context, { webhooks: ofEach(1, ...ids) })
    assert.deepEqual(new Set(claimed.map(({ payload }) => payload)), new Set([longText]))
    assert.equal(claimed.length, 20)
  })

  cases.add('stores a payload once for all deliveries of a command', async (context) => {
    const head = await givenChat(context)
    const deliveries = upTo(9).map((n) => long(context, `w${n}`, `w${n}`))
    await context.storage.appendEvents([
      appendCommand(head, [newEvent('a')], { deliveries }),
      appendCommand(head, [newEvent('b')], { deliveries: [long(context, 'next', 'w1')] }),
    ])
    isAbout((await usage(context)).waitingBytes, 2)
  })

  cases.add('keeps a payload as long as a delivery refers to it', async (context) => {
    const { write } = context
    await givenDeliveries(
      context,
      ['a', 'b', 'c', 'd'].map((id) => long(context, id, id)),
    )
    await claim(context, { webhooks: ofEach(1, 'a', 'b', 'c', 'd') })
    await done(context, 'a', 'b')
    await giveUp(context, 'c', 4_000)
    isAbout((await usage(context)).waitingBytes, 1)
    assert.ok((await usage(context)).failedBytes < longBytes)
    await done(context, 'd')
    isAbout((await usage(context)).failedBytes, 1)
    assert.equal((await usage(context)).waitingBytes, 0)
    await write((tx) => tx.outbox.retry('c', 5_000))
    isAbout((await usage(context)).waitingBytes, 1)
    const [retried] = await claim(context, { now: late, webhooks: ofEach(1, 'c') })
    assert.equal(retried?.payload, longText)
    await done(context, 'c')
    assert.deepEqual(await usage(context), { waitingBytes: 0, failedBytes: 0 })
  })
}

function droppingCases(cases: StorageCases): void {
  cases.add(
    'drops the deliveries of a license that failed first, and answers the freed bytes',
    async (context) => {
      const { license, write, read } = context
      const other = long(context, 'other', 'w')
      await givenDeliveries(context, [
        ...['a', 'b', 'c'].map((id) => long(context, id, 'w', longText.replace('text', id))),
        { ...other, licenseId: license.id + 1 },
      ])
      await claim(context, { webhooks: ofEach(10, 'w') })
      for (const [index, id] of ['b', 'other', 'c', 'a'].entries()) await giveUp(context, id, 4_000 + index)
      const drop = (limit: number) => write((tx) => tx.outbox.deleteOldestFailed(license.id, limit))
      const left = async () => {
        const failed = await read.outbox.listFailed(license.id, null, {
          before: null,
          limit: 10,
          maxBytes: 1_000_000,
        })
        return failed.map(({ id }) => id)
      }
      const first = await drop(2)
      assert.equal(first.count, 2)
      isAbout(first.bytes, 2)
      assert.deepEqual(await left(), ['a'])
      assert.equal((await drop(2)).count, 1)
      assert.deepEqual(await drop(2), { count: 0, bytes: 0 })
      isAbout((await usage(context, license.id + 1)).failedBytes, 1)
    },
  )

  cases.add('frees a payload with the last delivery that is forgotten or too old', async (context) => {
    const { write } = context
    await givenDeliveries(context, [
      long(context, 'a', 'w'),
      long(context, 'b', 'w'),
      long(context, 'c', 'v'),
    ])
    const remove = (webhookId: string) => write((tx) => tx.outbox.deleteByWebhook(webhookId, 10))
    const kept = await remove('w')
    assert.equal(kept.count, 2)
    assert.ok(kept.bytes < longBytes, `${kept.bytes} bytes`)
    await write((tx) => tx.outbox.giveUpDue('v', late, { at: 5_000, reason: 'gone', limit: 10 }))
    isAbout((await usage(context)).failedBytes, 1)
    assert.equal(await write((tx) => tx.outbox.deleteFailedUntil(5_000, 10)), 1)
    assert.deepEqual(await usage(context), { waitingBytes: 0, failedBytes: 0 })
  })

  cases.add('counts the waiting deliveries of each webhook of a license', async (context) => {
    const { license, read } = context
    const of = (id: string, webhookId: string, licenseId = license.id) => {
      return newDelivery(license, id, { chatId: null, webhookId, licenseId })
    }
    await givenDeliveries(context, [of('a', 'v'), of('b', 'w'), of('c', 'w'), of('d', 'w')])
    await givenDeliveries(context, [of('e', 'x', license.id + 1)])
    await claim(context, { webhooks: ofEach(1, 'w') })
    const counted = await read.outbox.countWaiting(license.id, 2)
    assert.deepEqual([...counted].sort(), [
      ['v', 1],
      ['w', 2],
    ])
  })
}
