import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Storage, StorageTransaction } from '@parley/core/storage'
import type { SqliteDatabase } from '../src/driver.js'
import { SqliteConnection } from '../src/sqlite-connection.js'
import { toStorageError } from '../src/sqlite-errors.js'
import { forEachDriver, type TestedDriver } from './drivers.js'
import { temporaryFile } from './temporary-file.js'

const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1_000, expiresAt: null }
const insertLicense = (tx: StorageTransaction) => tx.licenses.insert(license)
const unavailable = { name: 'StorageError', code: 'unavailable' }

async function givenFile(context: TestContext, tested: TestedDriver) {
  const { filename, cleanup } = temporaryFile()
  const opened: Storage[] = []
  context.after(async () => {
    for (const storage of opened) await storage.close()
    await cleanup()
  })
  const storageOf = (busyTimeoutMs: number) => {
    const storage = tested.storageOf({ filename, busyTimeoutMs })
    opened.push(storage)
    return storage
  }
  return { filename, storageOf }
}

/** Returns an open storage, and another connection to its file that holds the write lock. */
async function givenLocked(
  context: TestContext,
  tested: TestedDriver,
  busyTimeoutMs: number,
  begin = 'begin immediate',
) {
  const { filename, storageOf } = await givenFile(context, tested)
  const storage = storageOf(busyTimeoutMs)
  await storage.open()
  const other = tested.connect(filename)
  other.exec(begin)
  return { storage, other }
}

/**
 * Counts turns of the event loop while the work is running. Returns `undefined` when the work ends before `count`
 * turns.
 */
async function turnsBeside(work: Promise<unknown>, count: number): Promise<number | undefined> {
  let isUnderWay = true
  const end = () => {
    isUnderWay = false
  }
  work.then(end, end)
  for (let turns = 0; turns < count; turns += 1) {
    await nextTurn()
    if (!isUnderWay) return undefined
  }
  return count
}

/** Makes a connection lock the whole file, as a copy or repair would. */
function takeWhole(other: SqliteDatabase): SqliteDatabase {
  other.exec('pragma locking_mode = exclusive')
  other.exec('begin exclusive; create table other (id integer); commit')
  return other
}

/** Makes every read fail as during a recovery. The returned function ends that and returns the number of attempts. */
function recover(context: TestContext): () => number {
  let attempts = 0
  const { mock } = context.mock.method(SqliteConnection.prototype, 'all', () => {
    attempts += 1
    throw toStorageError(new Error('database is locked'), 'BUSY')
  })
  return () => {
    mock.restore()
    return attempts
  }
}

forEachDriver((tested) => {
  for (const begin of ['begin immediate', 'begin exclusive']) {
    test(`reads and the event loop continue while another connection holds ${begin}`, async (context) => {
      const { storage, other } = await givenLocked(context, tested, 5_000, begin)
      const work = storage.transaction(insertLicense)
      assert.equal(await turnsBeside(work, 50), 50)
      assert.deepEqual(await storage.read.licenses.list(10), [])
      await storage.ping()
      other.exec('rollback')
      other.close()
      assert.equal((await work).id, 1)
    })
  }

  test('work that waits for the lock is done once, in its order', async (context) => {
    const { storage, other } = await givenLocked(context, tested, 5_000)
    const names = ['first', 'second', 'third']
    const works = names.map((name) =>
      storage.transaction(async (tx) => (await tx.licenses.insert({ ...license, name })).id),
    )
    const stale = storage.appendEvents([
      {
        ...{ chatId: 'nothing', revision: 1, at: 2_000, events: [], bytes: 0, bounds: null },
        ...{ timeoutsFrom: null, deliveries: [] },
      },
    ])
    assert.equal(await turnsBeside(Promise.race([...works, stale]), 50), 50)
    other.exec('commit')
    other.close()
    assert.deepEqual(await Promise.all(works), [1, 2, 3])
    assert.deepEqual(await stale, [{ status: 'stale', head: undefined }])
    const stored = await storage.read.licenses.list(10)
    assert.deepEqual(
      stored.map(({ name }) => name),
      names,
    )
  })

  test('work is rejected after busyTimeoutMs, and the next work waits for its own time', async (context) => {
    const { storage, other } = await givenLocked(context, tested, 100)
    const startedAt = performance.now()
    await assert.rejects(storage.transaction(insertLicense), unavailable)
    await assert.rejects(storage.appendEvents([]), unavailable)
    assert.ok(performance.now() - startedAt >= 200)
    other.exec('rollback')
    other.close()
    assert.equal((await storage.transaction(insertLicense)).id, 1)
  })

  test('cancelled work stops waiting, and is not done afterwards', async (context) => {
    const { storage, other } = await givenLocked(context, tested, 60_000)
    const cancellation = { aborted: false }
    const cancelled = [
      storage.transaction(insertLicense, cancellation),
      storage.appendEvents([], cancellation),
    ]
    const kept = storage.transaction(insertLicense)
    const outcomes = Promise.allSettled(cancelled)
    assert.equal(await turnsBeside(outcomes, 20), 20)
    cancellation.aborted = true
    for (const outcome of await outcomes) {
      assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'cancelled')
    }
    other.exec('rollback')
    other.close()
    assert.equal((await kept).id, 1)
    assert.equal((await storage.read.licenses.list(10)).length, 1)
  })

  test('close waits for work that waits for the lock', async (context) => {
    const { storage, other } = await givenLocked(context, tested, 60_000)
    const work = storage.transaction(insertLicense)
    const closed = storage.close()
    assert.equal(await turnsBeside(closed, 50), 50)
    other.exec('rollback')
    other.close()
    assert.equal((await work).id, 1)
    await closed
  })

  test('two storages of one process take turns', async (context) => {
    const { storageOf } = await givenFile(context, tested)
    const [one, other] = [storageOf(5_000), storageOf(5_000)]
    await Promise.all([one.open(), other.open()])
    const slow = one.transaction(async (tx) => {
      const { id } = await insertLicense(tx)
      for (let turns = 0; turns < 20; turns += 1) await nextTurn()
      return id
    })
    const quick = other.transaction(insertLicense)
    assert.deepEqual([await slow, (await quick).id], [1, 2])
  })

  test('open waits until another connection releases the file', async (context) => {
    const { filename, storageOf } = await givenFile(context, tested)
    const other = takeWhole(tested.connect(filename))
    const storage = storageOf(5_000)
    const opened = storage.open()
    assert.equal(await turnsBeside(opened, 50), 50)
    await assert.rejects(storage.open(), TypeError)
    other.close()
    await opened
    assert.equal((await storage.transaction(insertLicense)).id, 1)
  })

  test('open rejects after busyTimeoutMs, and can be tried again', async (context) => {
    const { filename, storageOf } = await givenFile(context, tested)
    const other = takeWhole(tested.connect(filename))
    const storage = storageOf(50)
    await assert.rejects(storage.open(), unavailable)
    other.close()
    await storage.open()
    await storage.ping()
  })

  test('close ends an open that is waiting', async (context) => {
    const { filename, storageOf } = await givenFile(context, tested)
    const other = takeWhole(tested.connect(filename))
    const storage = storageOf(60_000)
    const opened = storage.open()
    await storage.close()
    await assert.rejects(opened, { name: 'StorageError', code: 'closed' })
    other.close()
  })

  test('a read is repeated while another process recovers the log, and close waits for it', async (context) => {
    const { storageOf } = await givenFile(context, tested)
    const storage = storageOf(60_000)
    await storage.open()
    const { id } = await storage.transaction(insertLicense)
    const recovered = recover(context)
    const read = storage.read.licenses.get(id)
    const closed = storage.close()
    assert.equal(await turnsBeside(Promise.race([read, closed]), 50), 50)
    assert.ok(recovered() > 1)
    assert.equal((await read)?.id, id)
    await closed
  })

  test('a read is rejected when a recovery takes longer than busyTimeoutMs', async (context) => {
    const { storageOf } = await givenFile(context, tested)
    const storage = storageOf(50)
    await storage.open()
    recover(context)
    await assert.rejects(storage.read.licenses.get(1), unavailable)
  })
})
