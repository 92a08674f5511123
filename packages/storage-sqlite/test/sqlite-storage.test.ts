import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { ParleyConfigError } from '@parley/core/ports'
import type { StorageTransaction } from '@parley/core/storage'
import { sqliteStorage } from '@parley/storage-sqlite'
import { forEachDriver, type TestedDriver } from './drivers.js'
import { temporaryFile } from './temporary-file.js'

const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1_000, expiresAt: null }
const insertLicense = (tx: StorageTransaction) => tx.licenses.insert(license)

async function openFile({ storageOf }: TestedDriver) {
  const { filename, cleanup } = temporaryFile()
  const storage = storageOf({ filename, busyTimeoutMs: 0 })
  await storage.open()
  const close = async () => {
    await storage.close()
    await cleanup()
  }
  return { filename, storage, close }
}

describe('options', () => {
  const filename = 'unused.db'
  const refused: readonly [string, () => unknown][] = [
    ['filename', () => sqliteStorage({ filename: '' })],
    ['driver', () => Reflect.apply(sqliteStorage, undefined, [{ filename, driver: 'sqlite3' }])],
    ['busyTimeoutMs', () => sqliteStorage({ filename, busyTimeoutMs: -1 })],
    ['busyTimeoutMs', () => sqliteStorage({ filename, busyTimeoutMs: 0.5 })],
    ['busyTimeoutMs', () => sqliteStorage({ filename, busyTimeoutMs: 60_001 })],
  ]
  for (const [option, create] of refused) {
    test(`the error for an invalid ${option} names the option`, () => {
      assert.throws(
        create,
        (error) => error instanceof ParleyConfigError && error.message.startsWith(`sqliteStorage: ${option}`),
      )
    })
  }
})

for (const nothing of [undefined, null, 'parley.db']) {
  test(`rejects ${nothing} instead of options, with an example`, () => {
    const message = "sqliteStorage needs options, such as { filename: 'parley.db' }"
    assert.throws(() => Reflect.apply(sqliteStorage, undefined, [nothing]), {
      name: 'ParleyConfigError',
      message,
    })
  })
}

forEachDriver((tested) => {
  const { connect, storageOf } = tested

  test('rejects as unavailable while another process writes, and works afterwards', async () => {
    const { filename, storage, close } = await openFile(tested)
    const other = connect(filename)
    other.exec('begin immediate')
    await assert.rejects(storage.transaction(insertLicense), { name: 'StorageError', code: 'unavailable' })
    await assert.rejects(storage.appendEvents([]), { code: 'unavailable' })
    assert.deepEqual(await storage.read.licenses.list(10), [])
    other.exec('rollback')
    other.close()
    assert.equal((await storage.transaction(insertLicense)).id, 1)
    await close()
  })

  test('rejects as unavailable when the file cannot be opened', async () => {
    const storage = storageOf({ filename: '/dev/null/parley.db' })
    const message = 'the SQLite database /dev/null/parley.db cannot be opened: /dev/null is not a directory'
    await assert.rejects(storage.open(), { name: 'StorageError', code: 'unavailable', message })
    await storage.close()
  })

  test('the error for a file that is no database names it, and the file is unchanged', async () => {
    const { filename, cleanup } = temporaryFile()
    const text = 'a letter to a friend\n'.repeat(100)
    await writeFile(filename, text)
    const storage = storageOf({ filename })
    const message = `the file ${filename} is not a SQLite database`
    await assert.rejects(storage.open(), { name: 'StorageError', code: 'unavailable', message })
    await storage.close()
    assert.equal(await readFile(filename, 'utf8'), text)
    await cleanup()
  })

  test('the error for a damaged database names the file', async () => {
    const { filename, storage, close } = await openFile(tested)
    await storage.close()
    const bytes = await readFile(filename)
    await writeFile(filename, bytes.fill(0xff, 100, bytes.length))
    const damaged = storageOf({ filename })
    const message = `the SQLite database ${filename} is damaged`
    await assert.rejects(damaged.open(), { name: 'StorageError', code: 'unavailable', message })
    await damaged.close()
    await close()
  })

  test('the error for a database that another process keeps locked names the file', async () => {
    const { filename, storage, close } = await openFile(tested)
    await storage.close()
    const other = connect(filename)
    other.exec('begin immediate')
    const late = storageOf({ filename, busyTimeoutMs: 0 })
    const message = `the SQLite database ${filename} is unavailable`
    await assert.rejects(late.open(), { name: 'StorageError', code: 'unavailable', message })
    other.close()
    await late.open()
    await late.close()
    await close()
  })

  test('rejects a batch that cannot be stored, but not work that shares its commit', async () => {
    const { storage, close } = await openFile(tested)
    const { id: licenseId } = await storage.transaction(insertLicense)
    const thread = {
      id: 'thread',
      createdAt: 1_000,
      properties: {},
      propertyTerms: [],
      events: [],
      bytes: 0,
      waits: false,
      beganAt: 0,
    }
    const chat = {
      id: 'chat',
      licenseId,
      createdAt: 1_000,
      members: [],
      properties: {},
      propertyTerms: [],
      thread,
    }
    const scopes = { groups: [], agents: [] }
    const { revision } = await storage.transaction((tx) => tx.chats.insert({ ...chat, scopes }))
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const append = (id: string, content: object) => {
      const event = {
        id,
        authorId: null,
        recipients: 'all',
        createdAt: 2_000,
        customId: null,
        properties: {},
        content: { type: 'custom', content },
      } as const
      return storage.appendEvents([
        {
          ...{ chatId: 'chat', revision, at: 2_000, events: [event], bytes: 1, bounds: null },
          ...{ timeoutsFrom: null, deliveries: [] },
        },
      ])
    }
    const results = await Promise.allSettled([
      append('a', {}),
      append('b', circular),
      storage.transaction(insertLicense),
      append('c', {}),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
    const [stored] = await storage.read.chats.listThreads('chat', ['thread'])
    assert.deepEqual(
      stored?.events.map(({ id, order }) => [id, order]),
      [
        ['a', 1],
        ['c', 2],
      ],
    )
    await close()
  })

  test('a transaction that never settles times out, and the next one runs', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { storage, close } = await openFile(tested)
    let start: (tx: StorageTransaction) => void = () => {}
    const started = new Promise<StorageTransaction>((resolve) => {
      start = resolve
    })
    const stuck = storage.transaction(async (tx) => {
      await insertLicense(tx)
      start(tx)
      await new Promise(() => {})
    })
    const tx = await started
    const next = storage.transaction(insertLicense)
    const now = performance.now()
    t.mock.method(performance, 'now', () => now + 15_000)
    t.mock.timers.tick(15_000)
    await assert.rejects(stuck, { name: 'StorageError', code: 'unavailable' })
    const { id } = await next
    await assert.rejects(insertLicense(tx), TypeError)
    assert.deepEqual(
      (await storage.read.licenses.list(10)).map((one) => one.id),
      [id],
    )
    await close()
  })
})
