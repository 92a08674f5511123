import assert from 'node:assert/strict'
import { createParley, type Parley } from '@parley/core'
import type { Storage } from '@parley/core/storage'
import { VirtualClock } from '@parley/core/testing'
import { test } from '../../support/cells.js'
import { eventually } from '../../support/deadline.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'

const now = startSeconds * 1_000
const dayMs = 86_400_000

/**
 * Returns keys for more than one chunk of records. The key that ends in `kept` belongs to a record that has not
 * expired.
 */
const keys = (name: string) => [
  ...Array.from({ length: 120 }, (_, index) => `${name}-${index}`),
  `${name}-kept`,
]
const isKept = (key: string) => key.endsWith('kept')

async function store(storage: Storage, name: string): Promise<void> {
  await storage.transaction(async (tx) => {
    for (const key of keys(name)) {
      const at = isKept(key) ? now + dayMs : now - 2 * dayMs
      await tx.idempotencyRecords.insert({ key, payloadHash: '', response: '{}', createdAt: at }, 0)
      await tx.signIns.insert({ hash: key, agentId: name, createdAt: 0, expiresAt: at })
    }
  })
}

/** Returns the keys that are still stored. */
async function left({ read }: Storage, name: string): Promise<readonly string[]> {
  const found = await Promise.all(
    keys(name).flatMap((key) => [read.idempotencyRecords.get(key, 0), read.signIns.get(key)]),
  )
  return found.filter((row) => row !== undefined).map((row) => ('key' in row ? row.key : row.hash))
}

forEachStorage('Housekeeping', (storageKind) => {
  const suite = useEngine(storageKind)

  async function withStorage(use: (storage: Storage) => Promise<void>): Promise<void> {
    const storage = suite.engine.openStorage()
    await storage.open()
    try {
      await use(storage)
    } finally {
      await storage.close()
    }
  }

  test('housekeeping deletes at start what expired while no node was running, and nothing else', async () => {
    await withStorage(async (storage) => {
      await store(storage, 'start')
      const other = await createParley({ storage: suite.engine.openStorage(), clock: new VirtualClock(now) })
      await eventually(async () =>
        assert.deepEqual(await left(storage, 'start'), ['start-kept', 'start-kept']),
      )
      await other.close()
    })
  })

  test('housekeeping deletes in each period what has expired since, and reports the counts', async () => {
    await withStorage(async (storage) => {
      const { parley, clock } = suite.engine
      await store(storage, 'period')
      const before = removed(parley)
      clock.advance(60_000)
      await eventually(async () => {
        assert.deepEqual(await left(storage, 'period'), ['period-kept', 'period-kept'])
        assert.deepEqual(removed(parley), {
          idempotencyRecords: before.idempotencyRecords + 120,
          signIns: before.signIns + 120,
        })
      })
      const { housekeeping } = parley.metrics()
      assert.equal(housekeeping.tables.idempotencyRecords?.dueCount, 0)
      assert.equal(housekeeping.tables.signIns?.clearedAt, clock.now())
      assert.deepEqual(JSON.parse(JSON.stringify(housekeeping)), housekeeping)
    })
  })
})

function removed(parley: Parley) {
  const { idempotencyRecords, signIns } = parley.metrics().housekeeping.tables
  return { idempotencyRecords: idempotencyRecords?.removedCount ?? 0, signIns: signIns?.removedCount ?? 0 }
}
