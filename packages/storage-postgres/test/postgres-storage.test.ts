import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Storage, StorageTransaction } from '@parley/core'
import { postgresStorage } from '@parley/storage-postgres'
import pg from 'pg'
import { createDatabase, postgresUrl } from '../../../test/support/postgres.js'
import { openPool } from '../src/postgres-options.js'

const skip = postgresUrl === undefined ? 'PARLEY_TEST_POSTGRES is not set' : false
const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1_000, expiresAt: null }
const insertLicense = (tx: StorageTransaction) => tx.licenses.insert(license)

describe('options', () => {
  const connectionString = 'postgres://127.0.0.1/unused'
  const refused: readonly [string, () => unknown][] = [
    ['connectionString', () => postgresStorage({ connectionString: '' })],
    ['poolSize', () => postgresStorage({ connectionString, poolSize: 0 })],
    ['poolSize', () => postgresStorage({ connectionString, poolSize: 1.5 })],
    ['poolSize', () => postgresStorage({ connectionString, poolSize: 1_001 })],
  ]
  for (const [option, create] of refused) {
    test(`names ${option} when it refuses it`, () => {
      assert.throws(create, (error) => error instanceof TypeError && error.message.startsWith(option))
    })
  }
})

test('rejects as unavailable when there is no server', async () => {
  const storage = postgresStorage({ connectionString: 'postgres://127.0.0.1:1/nothing' })
  await assert.rejects(storage.open(), { name: 'StorageError', code: 'unavailable' })
  await storage.close()
})

async function withStorage(use: (storage: Storage, pool: pg.Pool) => Promise<void>): Promise<void> {
  const { connectionString, drop } = await createDatabase()
  const pool = new pg.Pool({ connectionString })
  pool.on('error', () => {})
  const storage = postgresStorage({ connectionString, poolSize: 3 })
  try {
    await storage.open()
    await use(storage, pool)
  } finally {
    await storage.close()
    await pool.end()
    await drop()
  }
}

const killOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

test('its own connections wait for each commit to be on disk, and compile no statement', {
  skip,
}, async () => {
  const { connectionString, drop } = await createDatabase()
  const { pool, end } = openPool({ connectionString })
  const client = await pool.connect()
  try {
    const names = ['synchronous_commit', 'jit']
    const text = 'select name, setting from pg_settings where name = any($1) order by name desc'
    const { rows } = await client.query({ text, values: [names], types: pg.types, query_timeout: 5_000 })
    assert.deepEqual(rows, [
      { name: 'synchronous_commit', setting: 'on' },
      { name: 'jit', setting: 'off' },
    ])
  } finally {
    client.release()
    await end()
    await drop()
  }
})

describe('a connection that ends', { skip }, () => {
  test('fails the transaction on it as unavailable, and no later one', async () => {
    await withStorage(async (storage, pool) => {
      const work = storage.transaction(async (tx) => {
        await insertLicense(tx)
        await pool.query(killOthers)
        await insertLicense(tx)
      })
      await assert.rejects(work, { name: 'StorageError', code: 'unavailable' })
      await storage.transaction(insertLicense)
      assert.equal((await storage.read.licenses.list(10)).length, 1)
    })
  })

  test('is no uncaught error while work pauses between two statements', async () => {
    await withStorage(async (storage, pool) => {
      const work = storage.transaction(async (tx) => {
        await insertLicense(tx)
        await pool.query(killOthers)
        await pool.query('select 1')
      })
      await assert.rejects(work, { code: 'unavailable' })
      assert.deepEqual(await storage.read.licenses.list(10), [])
    })
  })
})

describe('a pool of the host', { skip }, () => {
  test('serves, keeps its own settings, and stays open', async () => {
    const { connectionString, drop } = await createDatabase()
    const pool = new pg.Pool({ connectionString })
    const storage = postgresStorage({ pool })
    await storage.open()
    const { id } = await storage.transaction(insertLicense)
    assert.equal(typeof id, 'number')
    await storage.close()
    const { rows } = await pool.query('select id, created_at from licenses')
    assert.deepEqual(rows, [{ id: String(id), created_at: '1000' }])
    await pool.end()
    await drop()
  })
})
