import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { Checkpointer } from '../src/checkpointer.js'
import { CommitQueue } from '../src/commit-queue.js'
import { SqliteConnection } from '../src/sqlite-connection.js'
import { forEachDriver, type TestedDriver } from './drivers.js'
import { temporaryFile } from './temporary-file.js'

const largeText = 'x'.repeat(400_000)
const timeout = 30_000

function givenQueue(context: TestContext, { name, driver }: TestedDriver, threadFile?: string) {
  const { filename, cleanup } = temporaryFile()
  const writer = new SqliteConnection(driver, filename, { isReadonly: false })
  writer.pragma('journal_mode = wal')
  writer.pragma('wal_autocheckpoint = 0')
  writer.execute('create table texts (text text)')
  const checkpointer = new Checkpointer(writer, {
    driver: name,
    filename: threadFile ?? filename,
    busyTimeoutMs: 0,
  })
  const queue = new CommitQueue(writer, { busyTimeoutMs: 0, afterCommit: () => checkpointer.afterCommit() })
  context.after(async () => {
    await checkpointer.close()
    writer.close()
    await cleanup()
  })
  return {
    insert: (text: string) =>
      queue.addAppend(() => writer.execute(`insert into texts values ('${text}')`), undefined),
    writer,
    checkpointer,
  }
}

function countsPages({ driver }: TestedDriver): boolean {
  const connection = new SqliteConnection(driver, ':memory:', { isReadonly: false })
  const { countsPendingPages } = connection
  connection.close()
  return countsPendingPages
}

const logPages = (writer: SqliteConnection) => Number(writer.query('pragma wal_checkpoint(noop)')[0]?.log)

forEachDriver((tested) => {
  const skip = !countsPages(tested) && 'this SQLite cannot count the pages that are left'

  test('leaves little to the writer, and restarts the log while commits continue', {
    timeout,
    skip,
  }, async (context) => {
    const { insert, writer } = givenQueue(context, tested)
    const left: number[] = []
    const checkpoint = writer.checkpoint.bind(writer)
    context.mock.method(writer, 'checkpoint', () => {
      left.push(writer.pendingPages())
      checkpoint()
    })
    while (writer.pendingPages() < 4_000) await insert(largeText)
    while (logPages(writer) >= 4_000 && !context.signal.aborted) await insert('short')
    // When the thread has left nothing at all, the log restarts without the writer.
    assert.ok(left.length <= 1, `the writer was asked ${left.length} times`)
    for (const pages of left) assert.ok(pages < 2_000, `${pages} pages were left to the writer`)
  })

  test('closes while its thread is at work', { timeout, skip }, async (context) => {
    const { insert, writer, checkpointer } = givenQueue(context, tested)
    while (writer.pendingPages() < 4_000) await insert(largeText)
    await checkpointer.close()
    await insert('short')
  })

  test('continues without its thread, and warns', { timeout, skip }, async (context) => {
    const { insert, writer } = givenQueue(context, tested, '/dev/null/parley.db')
    const warned = once(process, 'warning')
    while (writer.pendingPages() < 4_000) await insert(largeText)
    await insert('short')
    const [warning] = await warned
    assert.equal(warning.code, 'PARLEY_SQLITE_CHECKPOINT')
    await insert('short')
  })
})
