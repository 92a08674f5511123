import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { openStorage } from '../../test/open-storage.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { NewDelivery } from '../model/delivery.js'
import type { Webhook } from '../model/webhook.js'
import type { LogFields } from '../ports/logger.js'
import { resolveSettings } from '../settings.js'
import { DeliveryBytes } from './delivery-bytes.js'

const mebibyte = 1_048_576
const run = { aborted: false, pause: async () => undefined }

async function given() {
  const clock = new VirtualClock(0)
  const storage = await openStorage((tx) =>
    tx.licenses.insert({ name: 'Acme', plan: 'team', isInTrial: false, createdAt: 0, expiresAt: null }),
  )
  const warned: LogFields[] = []
  const silent = () => undefined
  const warn = (message: string, fields: LogFields = {}) => void warned.push({ message, ...fields })
  const logger = { debug: silent, info: silent, error: silent, warn }
  const wakes: unknown[] = []
  const bytes = new DeliveryBytes({
    ...{ read: storage.read, clock, logger },
    changes: changesOn(storage, clock).changes,
    background: { wake: (job) => void wakes.push(job) },
    settings: { webhooks: { ...settings.webhooks, storedBytesPerLicense: mebibyte } },
  })
  const store = async (deliveries: readonly NewDelivery[]) => {
    await storage.transaction((tx) => tx.outbox.add(deliveries, { sequences: new Map(), orders: [] }))
    bytes.note(deliveries)
  }
  return { clock, storage, bytes, warned, wakes, store }
}

const settings = resolveSettings({ baseUrl: 'http://localhost' })

let lastId = 0
/** Returns deliveries of about 100 KB each, all different. */
function deliveries(webhookId: string, count: number): readonly NewDelivery[] {
  return Array.from({ length: count }, () => {
    lastId += 1
    const payload = `${lastId} ${'x'.repeat(100_000)}`
    return {
      ...{ id: `d${String(lastId).padStart(6, '0')}`, licenseId: 1, chatId: null, webhookId, payload },
      ...{ eventIndex: null, createdAt: 0, dueAt: 0 },
    }
  })
}

function webhook(id: string, disabledAt: number | null = null): Webhook {
  return {
    ...{ id, licenseId: 1, clientId: 'app', version: 'v0.5', url: 'https://example.com', description: null },
    ...{ action: 'thread_closed', filters: null, additionalData: [], secretKey: 'clear.v1.x' },
    ...{ createdAt: 0, disabledAt },
  }
}

test('deliveries within the limit are kept and counted in the metrics', async () => {
  const { bytes, store, warned } = await given()
  await store(deliveries('w', 3))
  await bytes.run(run)
  const { waitingBytes, failedBytes, droppedCount } = bytes.metrics()
  assert.ok(waitingBytes > 300_000 && waitingBytes < 310_000, `${waitingBytes} bytes`)
  assert.deepEqual([failedBytes, droppedCount, warned], [0, 0, []])
})

test('the oldest failed deliveries are dropped first, and no others while that is enough', async () => {
  const { storage, bytes, store, warned, wakes } = await given()
  const [first, second, ...others] = deliveries('w', 12)
  assert.ok(first && second)
  await store([first, second, ...others])
  assert.ok(wakes.length > 0)
  await storage.transaction(async (tx) => {
    const claim = { now: 1, owner: 'n', leaseUntil: 9, webhooks: [{ id: 'w', limit: 3 }] }
    await tx.outbox.claim(claim)
    for (const { id } of [first, second]) {
      await tx.outbox.recordFailure(id, 'n', { at: 2, nextAt: null, reason: 'x' })
    }
  })
  await bytes.run(run)
  assert.deepEqual(
    await storage.read.outbox.listFailed(1, null, { before: null, limit: 9, maxBytes: 1_000_000 }),
    [],
  )
  assert.equal((await storage.read.outbox.countWaiting(1, 99)).get('w'), 10)
  const { waitingBytes, failedBytes, droppedCount } = bytes.metrics()
  assert.deepEqual([failedBytes, droppedCount], [0, 2])
  assert.ok(waitingBytes > 1_000_000 && waitingBytes < mebibyte, `${waitingBytes} bytes`)
  assert.match(String(warned[0]?.dropped), /oldest failed/)
})

test('failed deliveries count when another one is stored, so that the limit is noticed immediately', async () => {
  const { storage, bytes, store, wakes } = await given()
  await store(deliveries('w', 10))
  await storage.transaction(async (tx) => {
    const claim = { now: 1, owner: 'n', leaseUntil: 9, webhooks: [{ id: 'w', limit: 10 }] }
    for (const { id } of await tx.outbox.claim(claim)) {
      await tx.outbox.recordFailure(id, 'n', { at: 2, nextAt: null, reason: 'x' })
    }
  })
  await bytes.run(run)
  wakes.length = 0
  const [first] = deliveries('w', 1)
  assert.ok(first)
  // Less than triggers a count on its own.
  await store([{ ...first, payload: 'x'.repeat(60_000) }])
  assert.equal(wakes.length, 1)
})

test('deliveries of a disabled destination are dropped after the failed ones', async () => {
  const { storage, bytes, store, warned } = await given()
  await storage.transaction(async (tx) => {
    for (const one of [webhook('off', 1), webhook('on')]) await tx.webhooks.insert(one)
  })
  await store([...deliveries('on', 8), ...deliveries('off', 4)])
  await bytes.run(run)
  assert.deepEqual([...(await storage.read.outbox.countWaiting(1, 99))], [['on', 8]])
  const [on] = await storage.read.webhooks.listDestinations(['on'])
  assert.equal(on?.disabledAt, null)
  assert.deepEqual(
    warned.map(({ webhookId }) => webhookId),
    ['off'],
  )
})

test('the destination with the most waiting deliveries is disabled last, and that is logged', async () => {
  const { clock, storage, bytes, store, warned } = await given()
  clock.advance(5)
  await storage.transaction(async (tx) => {
    for (const one of [webhook('dead'), webhook('slow')]) await tx.webhooks.insert(one)
  })
  await store([...deliveries('slow', 2), ...deliveries('dead', 12)])
  await bytes.run(run)
  const [dead, slow] = await storage.read.webhooks.listDestinations(['dead', 'slow'])
  assert.deepEqual([dead?.disabledAt, slow?.disabledAt], [clock.now(), null])
  assert.deepEqual([...(await storage.read.outbox.countWaiting(1, 99))], [['slow', 2]])
  assert.match(String(warned[0]?.message), /was disabled/)
  assert.match(String(warned[0]?.mend), /admin\.webhooks\.enable/)
  assert.equal(bytes.metrics().droppedCount, 12)
})

test('deliveries that another node stored are counted after a minute', async () => {
  const { clock, storage, bytes, store } = await given()
  await store(deliveries('w', 1))
  await bytes.run(run)
  const others = deliveries('w', 2)
  await storage.transaction((tx) => tx.outbox.add(others, { sequences: new Map(), orders: [] }))
  await bytes.run(run)
  assert.ok(bytes.metrics().waitingBytes < 200_000)
  clock.advance(60_000)
  await bytes.run(run)
  assert.ok(bytes.metrics().waitingBytes > 300_000)
})
