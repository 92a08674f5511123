import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { Checkpointer } from '../src/checkpointer.js'
import { CommitQueue } from '../src/commit-queue.js'
import { SqliteConnection } from '../src/sqlite-connection.js'
import { temporaryFile } from './temporary-file.js'

const largeText = 'x'.repeat(400_000)
const timeout = 30_000

function givenQueue(context: TestContext, threadFile?: string) {
  const { filename, cleanup } = temporaryFile()
  const writer = new SqliteConnection(Database, filename, { isReadonly: false })
  writer.pragma('journal_mode = wal')
  writer.pragma('wal_autocheckpoint = 0')
  writer.execute('create table texts (text text)')
  const checkpointer = new Checkpointer(writer, { filename: threadFile ?? filename, busyTimeoutMs: 0 })
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

const logPages = (writer: SqliteConnection) => Number(writer.query('pragma wal_checkpoint(noop)')[0]?.log)

test('leaves little to the writer, and restarts the log while commits continue', {
  timeout,
}, async (context) => {
  const { insert, writer } = givenQueue(context)
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

test('closes while its thread is at work', { timeout }, async (context) => {
  const { insert, writer, checkpointer } = givenQueue(context)
  while (writer.pendingPages() < 4_000) await insert(largeText)
  await checkpointer.close()
  await insert('short')
})

test('continues without its thread, and warns', { timeout }, async (context) => {
  const { insert, writer } = givenQueue(context, '/dev/null/parley.db')
  const warned = once(process, 'warning')
  while (writer.pendingPages() < 4_000) await insert(largeText)
  await insert('short')
  const [warning] = await warned
  assert.equal(warning.code, 'PARLEY_SQLITE_CHECKPOINT')
  await insert('short')
})
