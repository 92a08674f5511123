import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ParleyConfigError } from '@parley/core/ports'
import { StorageError } from '@parley/core/storage'
import { sqliteStorage } from '@parley/storage-sqlite'
import { unavailableDriver } from '../src/require-driver.js'
import { SqliteConnection } from '../src/sqlite-connection.js'
import { forEachDriver } from './drivers.js'
import { temporaryFile } from './temporary-file.js'

const isUnavailable = (error: unknown): error is ParleyConfigError =>
  error instanceof ParleyConfigError &&
  error.code === 'driver_unavailable' &&
  error.option === 'sqliteStorage.driver'

/** Replaces `node:sqlite` of this Node.js. */
function givenModule(context: TestContext, module: object | undefined): void {
  context.mock.method(process, 'getBuiltinModule', () => module)
}

/** `node:sqlite` of a version whose SQLite has or lacks FTS5, and whose databases have or lack `isTransaction`. */
const moduleWith = (fts5: number, isTransaction: boolean | undefined) => ({
  DatabaseSync: class {
    readonly isTransaction = isTransaction
    prepare() {
      return { get: () => ({ fts5 }) }
    }
    close() {}
  },
})

const unusable: readonly [string, object | undefined, RegExp][] = [
  [
    'without node:sqlite',
    undefined,
    /\(this Node.js has no module node:sqlite\): use Node.js 22.16 or newer/,
  ],
  ['whose node:sqlite is something else', {}, /\(this Node.js has no module node:sqlite\)/],
  ['whose SQLite lacks FTS5', moduleWith(0, false), /\(node:sqlite has no FTS5\): use Node.js 22.16/],
  ['whose node:sqlite lacks isTransaction', moduleWith(1, undefined), /\(node:sqlite has no isTransaction\)/],
]
for (const [which, module, message] of unusable) {
  test(`open rejects on a Node.js ${which}, and says which one has it`, async (context) => {
    givenModule(context, module)
    const storage = sqliteStorage({ filename: 'unused.db', driver: 'node:sqlite' })
    await assert.rejects(storage.open(), (error) => {
      assert.ok(isUnavailable(error))
      assert.match(error.message, message)
      assert.match(error.message, /or install better-sqlite3 and leave out driver$/)
      return true
    })
    await storage.close()
  })
}

test('the error for a missing better-sqlite3 names the command, and the way without native code', () => {
  const missing = Object.assign(new Error('missing'), { code: 'ERR_MODULE_NOT_FOUND' })
  const unfit = Object.assign(new Error('compiled for another version'), { code: 'ERR_DLOPEN_FAILED' })
  for (const [cause, command] of [
    [missing, 'npm install better-sqlite3'],
    [unfit, 'npm rebuild better-sqlite3'],
  ] as const) {
    const error = unavailableDriver('better-sqlite3', cause)
    assert.ok(isUnavailable(error))
    assert.ok(error.message.includes(command))
    assert.match(error.message, /sqliteStorage\(\{ driver: 'node:sqlite' \}\) needs no native code/)
    assert.equal(error.cause, cause)
  }
})

forEachDriver(({ driver, connect }) => {
  test('a full database is unavailable, and a wrong statement is not', async () => {
    const { filename, cleanup } = temporaryFile()
    const connection = new SqliteConnection(driver, filename, { isReadonly: false })
    connection.execute('create table texts (text text)')
    connection.pragma('max_page_count = 10')
    const full = { name: 'StorageError', code: 'unavailable' }
    assert.throws(() => connection.execute('insert into texts values (hex(zeroblob(100000)))'), full)
    assert.throws(
      () => connection.execute('insert into nowhere values (1)'),
      (error) => !(error instanceof StorageError) && driver.resultCode(error) !== 'FULL',
    )
    connection.close()
    await cleanup()
  })

  test('a read-only connection does not create or change a file', async () => {
    const { filename, cleanup } = temporaryFile()
    const options = { isReadonly: true, busyTimeoutMs: 0 }
    assert.throws(
      () => driver.open(filename, options),
      (error) => driver.resultCode(error) === 'CANTOPEN',
    )
    connect(filename).close()
    const reader = driver.open(filename, options)
    assert.throws(
      () => reader.exec('create table texts (text text)'),
      (error) => driver.resultCode(error) === 'READONLY',
    )
    reader.close()
    await cleanup()
  })

  test('a statement waits as long as its connection allows while another holds the lock', async () => {
    const { filename, cleanup } = temporaryFile()
    const [other, patient] = [
      connect(filename),
      driver.open(filename, { isReadonly: false, busyTimeoutMs: 200 }),
    ]
    other.exec('begin immediate')
    const startedAt = performance.now()
    assert.throws(
      () => patient.exec('begin immediate'),
      (error) => driver.resultCode(error) === 'BUSY',
    )
    assert.ok(performance.now() - startedAt >= 190)
    assert.deepEqual([other.isInTransaction, patient.isInTransaction], [true, false])
    other.exec('rollback')
    for (const database of [other, patient]) database.close()
    await cleanup()
  })

  test('errors that are not from SQLite have no result code', () => {
    for (const error of [
      new Error('BUSY'),
      Object.assign(new Error(), { code: 'SQLITE_BUSY' }),
      'BUSY',
      null,
    ]) {
      assert.equal(driver.resultCode(error), undefined)
    }
  })
})
