import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewDelivery, Storage } from '@parley/core/storage'
import { postgresStorage } from '@parley/storage-postgres'
import { createDatabase, postgresUrl } from '../../../test/support/postgres.js'

const skip = postgresUrl === undefined ? 'PARLEY_TEST_POSTGRES is not set' : false

async function withOutbox(use: (storage: Storage) => Promise<void>): Promise<void> {
  const { connectionString, drop } = await createDatabase()
  const storage = postgresStorage({ connectionString })
  try {
    await storage.open()
    await use(storage)
  } finally {
    await storage.close()
    await drop()
  }
}

/** Adds deliveries of one webhook and chat. */
async function add(storage: Storage, ...ids: string[]): Promise<void> {
  const deliveries: NewDelivery[] = ids.map((id) => ({
    ...{ id, licenseId: 1, chatId: 'chat', webhookId: 'webhook', payload: '{}' },
    ...{ eventIndex: null, createdAt: 1_000, dueAt: 1_000 },
  }))
  const allocated = { sequences: new Map([['chat', 2]]), orders: [] }
  await storage.transaction((tx) => tx.outbox.add(deliveries, allocated))
}

async function claim(storage: Storage): Promise<readonly string[]> {
  const claimed = await storage.transaction((tx) =>
    tx.outbox.claim({
      now: 2_000,
      webhooks: [{ id: 'webhook', limit: 10 }],
      owner: 'node',
      leaseUntil: 3_000,
    }),
  )
  return claimed.map(({ id }) => id)
}

test('claim parks no delivery behind one that another transaction is about to remove', { skip }, async () => {
  await withOutbox(async (storage) => {
    await add(storage, 'a')
    assert.deepEqual(await claim(storage), ['a'])
    await storage.transaction(async (tx) => {
      await tx.outbox.complete(['a'], 'node')
      await add(storage, 'b')
      assert.deepEqual(await claim(storage), [])
    })
    assert.deepEqual(await claim(storage), ['b'])
  })
})

test('removing a delivery waits for a claim that is parking another behind it', { skip }, async () => {
  await withOutbox(async (storage) => {
    await add(storage, 'a')
    assert.deepEqual(await claim(storage), ['a'])
    await add(storage, 'b')
    const removals: Promise<void>[] = []
    await storage.transaction(async (tx) => {
      assert.deepEqual(
        await tx.outbox.claim({
          now: 2_000,
          webhooks: [{ id: 'webhook', limit: 10 }],
          owner: 'node',
          leaseUntil: 3_000,
        }),
        [],
      )
      removals.push(storage.transaction((other) => other.outbox.complete(['a'], 'node')))
      await storage.ping()
    })
    await Promise.all(removals)
    assert.deepEqual(await claim(storage), ['b'])
  })
})

test('claim skips deliveries that other transactions have locked, without waiting', { skip }, async () => {
  await withOutbox(async (storage) => {
    await add(storage, 'a', 'behind a')
    await storage.transaction(async (tx) => {
      const held = await tx.outbox.claim({
        now: 2_000,
        webhooks: [{ id: 'webhook', limit: 1 }],
        owner: 'other',
        leaseUntil: 3_000,
      })
      assert.deepEqual(
        held.map(({ id }) => id),
        ['a'],
      )
      assert.deepEqual(await claim(storage), [])
    })
    assert.deepEqual(await claim(storage), [])
    await storage.transaction((tx) => tx.outbox.complete(['a'], 'other'))
    assert.deepEqual(await claim(storage), ['behind a'])
  })
})
