import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ArchiveQuery } from '@parley/core/storage'
import type { Statement } from '@parley/storage-sql'
import { measuresTime } from '../../../test/support/profile.js'
import type { SqliteDatabase } from '../src/driver.js'
import { LongReads } from '../src/long-reads.js'
import { forEachDriver } from './drivers.js'
import { temporaryFile } from './temporary-file.js'

const timeout = 60_000
const eventCount = 200_000
const eventsPerThread = 10
const threadCount = eventCount / eventsPerThread
/** Maximum computing time of one turn, in milliseconds. Without a thread, a search would take some hundred. */
const maxBusyMs = 25

/**
 * Fills the database with events. The text of each has one word that all share, one of a thousand, and one of its own.
 */
function fill(database: SqliteDatabase): void {
  const numbers = (count: number) =>
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`
  database.exec(`begin;
    insert into licenses (name, plan, is_in_trial, created_at) values ('Acme', 'team', 0, 0);
    insert into chats (id, license_id, created_at, last_activity_at, thread_id, thread_order, thread_is_active,
        revision, members, scopes, is_scoped, properties, event_order, timeouts_from, last_events)
      ${numbers(threadCount)} select 'chat' || n, 1, n, n, 'thread' || n, 1, 1,
        1, '[]', '{"groups":[],"agents":[]}', 0, '{}', 10, 0, '{}' from numbers;
    insert into threads (chat_id, thread_order, id, created_at, properties, license_id)
      ${numbers(threadCount)} select 'chat' || n, 1, 'thread' || n, n, '{}', 1 from numbers;
    insert into search_index (rowid, tokens)
      ${numbers(eventCount)} select n, '1xhello 1xhe' || (n % 1000) || ' 1xone' || n from numbers;
    insert into search_documents (id, thread_id, created_at)
      ${numbers(eventCount)} select n, 'thread' || ((n - 1) / ${eventsPerThread} + 1),
        (n - 1) / ${eventsPerThread} + 1 from numbers;
    commit`)
  database.close()
}

const query: ArchiveQuery = {
  ...{ licenseId: 1, agentId: 'agent', groups: [], reach: 'visible', terms: [], createdFrom: 0 },
  ...{ createdBefore: Number.MAX_SAFE_INTEGER, agentIds: null, groupIds: null, properties: [] },
  ...{ after: null, offset: 0, limit: 25 },
}

const scheduleFile = `/proc/self/task/${process.pid}/schedstat`
const toldBySystem = existsSync(scheduleFile)

/**
 * Returns the computing time of the thread that runs the event loop, in milliseconds. Outside Linux it includes time in
 * which other processes had the core.
 */
function computedMs(): number {
  return toldBySystem ? Number(readFileSync(scheduleFile, 'utf8').split(' ')[0]) / 1e6 : performance.now()
}

/** Returns the result of the promise, and the computing time of the longest turn of the event loop meanwhile. */
async function watched<T>(promise: Promise<T>): Promise<{ readonly answer: T; readonly busyMs: number }> {
  let isDone = false
  const ended = promise.finally(() => (isDone = true))
  let busyMs = 0
  while (!isDone) {
    const before = computedMs()
    await nextTurn()
    busyMs = Math.max(busyMs, computedMs() - before)
  }
  return { answer: await ended, busyMs }
}

const select = (sql: string): Statement<unknown> => ({ name: sql, sql, bind: () => [] })

forEachDriver(({ name, connect, storageOf }) => {
  test('searches for a common word without blocking the event loop, until cancelled', {
    timeout,
  }, async (context) => {
    const { filename, cleanup } = temporaryFile()
    const storage = storageOf({ filename })
    await storage.open()
    context.after(async () => {
      await storage.close()
      await cleanup()
    })
    fill(connect(filename))
    const hello = { token: 'hello', isPrefix: false }
    const searches: readonly [string, Partial<ArchiveQuery>, number][] = [
      ['a word', { terms: [hello] }, threadCount],
      ['a prefix', { terms: [{ token: 'h', isPrefix: true }] }, threadCount],
      ['both', { terms: [hello, { token: 'he1', isPrefix: true }] }, (threadCount / 100) * 13],
      ['no word', {}, threadCount],
      ['days', { createdFrom: threadCount / 2, createdBefore: threadCount }, threadCount / 2],
      ['agents', { agentIds: ['nobody'] }, 0],
      ['teams', { groupIds: [1] }, 0],
    ]
    // Starts the thread.
    await storage.read.archives.listThreads({ ...query, limit: 1, createdBefore: 1 })
    for (const [name, values, total] of searches) {
      const { answer, busyMs } = await watched(storage.read.archives.listThreads({ ...query, ...values }))
      assert.equal(answer.total, total, name)
      assert.equal(answer.threads.length, Math.min(total, query.limit), name)
      assert.ok(!measuresTime || busyMs < maxBusyMs, `${name} kept the loop busy for ${busyMs} ms`)
    }
    const properties = [{ present: '["color"]', isWanted: false, alternatives: [['["color"]']] }]
    let askedCount = 0
    const cancellation = {
      get aborted() {
        askedCount += 1
        return askedCount > 1
      },
    }
    const givenUp = storage.read.archives.listThreads({ ...query, properties }, cancellation)
    await assert.rejects(givenUp, { name: 'StorageError', code: 'cancelled' })
    assert.equal(askedCount, 2)
  })

  test("returns results in order, and passes on SQLite's errors", { timeout }, async (context) => {
    const { filename, cleanup } = temporaryFile()
    const other = connect(filename)
    other.exec('create table texts (text text)')
    other.close()
    const reads = new LongReads({ driver: name, filename, busyTimeoutMs: 0 })
    context.after(cleanup)
    const [one, fault, two] = await Promise.allSettled([
      reads.all(select('select 1 as n'), {}),
      reads.all(select('select * from nowhere'), {}),
      reads.all(select('select 2 as n'), {}),
    ])
    assert.deepEqual(
      [one, two],
      [
        { status: 'fulfilled', value: [{ n: 1 }] },
        { status: 'fulfilled', value: [{ n: 2 }] },
      ],
    )
    assert.match(String(fault.status === 'rejected' && fault.reason), /no such table: nowhere/)
    await assert.rejects(reads.all(select('insert into texts values (1)'), {}))
    const last = reads.all(select('select 3 as n'), {})
    await reads.close()
    assert.deepEqual(await last, [{ n: 3 }])
  })

  test('licenses take turns, and cancelled reads are skipped', { timeout }, async (context) => {
    const { filename, cleanup } = temporaryFile()
    connect(filename).close()
    const reads = new LongReads({ driver: name, filename, busyTimeoutMs: 0 })
    context.after(cleanup)
    const ended: string[] = []
    const read = (name: string, licenseId: number, cancellation?: { readonly aborted: boolean }) =>
      reads.all(select(`select '${name}' as name`), {}, { licenseId, cancellation }).then(
        () => ended.push(name),
        ({ code }) => ended.push(`${name} ${code}`),
      )
    const gone = { aborted: false }
    const all = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => read(name, 1)),
      ...['gone1', 'gone2'].map((name) => read(name, 3, gone)),
      ...['b1', 'b2'].map((name) => read(name, 2)),
    ]
    gone.aborted = true
    await Promise.all(all)
    const answered = ended.filter((name) => !name.startsWith('gone'))
    assert.deepEqual(answered, ['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
    assert.deepEqual(
      ended.filter((name) => name.startsWith('gone')),
      ['gone1 cancelled', 'gone2 cancelled'],
    )
    await reads.close()
  })

  test('rejects as unavailable when there is no database', { timeout }, async () => {
    const reads = new LongReads({ driver: name, filename: '/dev/null/parley.db', busyTimeoutMs: 0 })
    const unavailable = { name: 'StorageError', code: 'unavailable' }
    await assert.rejects(reads.all(select('select 1'), {}), unavailable)
    await assert.rejects(reads.all(select('select 1'), {}), unavailable)
    await reads.close()
  })
})
