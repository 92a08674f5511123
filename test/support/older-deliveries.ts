import assert from 'node:assert/strict'
import type { Storage } from '@parley/core/storage'

const payload = '{"action":"thread_closed","data":{"chat_id":"c","text":"ключ"}}'

/** Deliveries as schema version 19 stores them, each with its own payload. */
export const deliveriesOfVersion19: readonly string[] = [
  `insert into licenses (name, plan, is_in_trial, created_at, expires_at) values ('Acme', 'team', false, 1000, null)`,
  ...['a', 'b'].map(
    (id) => `insert into deliveries (id, license_id, webhook_id, payload, created_at, due_at)
      values ('${id}', 1, 'webhook', '${payload}', 1000, 1000)`,
  ),
  `insert into failed_deliveries
      (id, license_id, webhook_id, payload, created_at, attempt_count, failed_at, reason)
    values ('c', 1, 'webhook', '${payload}', 1000, 12, 2000, 'status 500')`,
]

/** Checks that waiting deliveries are sent unchanged, and that failed deliveries are listed and counted. */
export async function checkMigratedDeliveries(storage: Storage): Promise<void> {
  const { outbox } = storage.read
  const webhooks = [{ id: 'webhook', limit: 10 }]
  const claim = { now: 2_000, owner: 'node', leaseUntil: 3_000, webhooks }
  const claimed = await storage.transaction((tx) => tx.outbox.claim(claim))
  assert.deepEqual(
    claimed.map((delivery) => [delivery.id, delivery.payload]),
    [
      ['a', payload],
      ['b', payload],
    ],
  )
  const [failed] = await outbox.listFailed(1, null, { before: null, limit: 10, maxBytes: 1_000_000 })
  assert.deepEqual([failed?.id, failed?.payload, failed?.attemptCount], ['c', payload, 12])
  const before = await outbox.getUsage(1, { after: null, limit: 10 })
  assert.ok(before.waitingBytes > 2 * payload.length && before.failedBytes > payload.length)
  await storage.transaction((tx) => tx.outbox.complete(['a', 'b'], 'node'))
  await storage.transaction((tx) => tx.outbox.deleteOldestFailed(1, 10))
  const usage = await outbox.getUsage(1, { after: null, limit: 10 })
  assert.deepEqual(usage, { waitingBytes: 0, failedBytes: 0, after: null })
}
