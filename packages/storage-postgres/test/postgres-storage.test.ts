import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { ParleyConfigError } from '@parley/core/ports'
import { type Storage, StorageError, type StorageTransaction, type Token } from '@parley/core/storage'
import { postgresStorage } from '@parley/storage-postgres'
import pg from 'pg'
import { eventually } from '../../../test/support/deadline.js'
import {
  createDatabase,
  createEncodedDatabase,
  openTestPool,
  postgresUrl,
} from '../../../test/support/postgres.js'
import { openPool } from '../src/postgres-options.js'

const skip = postgresUrl === undefined ? 'PARLEY_TEST_POSTGRES is not set' : false
const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1_000, expiresAt: null }
const insertLicense = (tx: StorageTransaction) => tx.licenses.insert(license)

describe('options', () => {
  const connectionString = 'postgres://127.0.0.1/unused'
  const refused: readonly [string, () => unknown][] = [
    ['connectionString', () => postgresStorage({ connectionString: '' })],
    ['connectionString', () => Reflect.apply(postgresStorage, undefined, [{}])],
    ['pool must be a pg.Pool', () => Reflect.apply(postgresStorage, undefined, [{ pool: connectionString }])],
    ['pool must be a pg.Pool', () => Reflect.apply(postgresStorage, undefined, [{ pool: null }])],
    ['poolSize', () => postgresStorage({ connectionString, poolSize: 0 })],
    ['poolSize', () => postgresStorage({ connectionString, poolSize: 1.5 })],
    ['poolSize', () => postgresStorage({ connectionString, poolSize: 1_001 })],
    ['poolSize', () => postgresStorage({ connectionString, poolSize: 1 }).createBus?.(() => undefined)],
    [
      'namedStatements',
      () => Reflect.apply(postgresStorage, undefined, [{ connectionString, namedStatements: 1 }]),
    ],
  ]
  for (const [option, create] of refused) {
    test(`the error for an invalid ${option} names the option`, () => {
      assert.throws(
        create,
        (error) =>
          error instanceof ParleyConfigError && error.message.startsWith(`postgresStorage: ${option}`),
      )
    })
  }
})

for (const nothing of [undefined, null, 'postgres://127.0.0.1/parley']) {
  test(`rejects ${nothing} instead of options, with an example`, () => {
    const example = "{ connectionString: 'postgres://user:password@host:port/database' }"
    const message = `postgresStorage needs options, such as ${example}`
    assert.throws(() => Reflect.apply(postgresStorage, undefined, [nothing]), {
      name: 'ParleyConfigError',
      message,
    })
  })
}

describe('a database that cannot be opened', () => {
  /**
   * Returns the message that opening rejects with. Checks that the code is `unavailable` and that no part of the error
   * contains the password.
   */
  async function failureOf(options: Parameters<typeof postgresStorage>[0]): Promise<string> {
    const storage = postgresStorage(options)
    const error: unknown = await storage.open().catch((cause: unknown) => cause)
    await storage.close()
    assert.ok(error instanceof StorageError && error.cause instanceof Error)
    assert.equal(error.code, 'unavailable')
    assert.doesNotMatch(inspect(error, { depth: 10 }), /s3cret/)
    return error.message
  }

  test('without a server: the error names the address', async () => {
    const connectionString = 'postgres://ada:s3cret@127.0.0.1:1/nothing'
    const message = 'PostgreSQL cannot be reached at 127.0.0.1:1, the server of connectionString'
    assert.equal(await failureOf({ connectionString }), message)
  })

  test('that does not exist: the error names it, with a remedy', { skip }, async () => {
    const address = new URL(postgresUrl ?? '')
    address.pathname = '/parley_missing'
    if (address.password === '') address.password = 's3cret'
    const connectionString = address.href
    const server = `${address.hostname}:${address.port || 5432}`
    const remedy = 'create it, as with createdb parley_missing, or correct connectionString'
    const message = `the PostgreSQL server at ${server} has no database parley_missing: ${remedy}`
    assert.equal(await failureOf({ connectionString }), message)
    const pool = openTestPool({ connectionString })
    assert.match(await failureOf({ pool }), /^the database of the pool does not exist: create it/)
    await pool.end()
  })

  test('that rejects the user: the error names the user', { skip }, async () => {
    const address = new URL(postgresUrl ?? '')
    ;[address.username, address.password] = ['parley_nobody', 's3cret']
    const message = /^the PostgreSQL server at \S+ rejects the user parley_nobody: check user/
    assert.match(await failureOf({ connectionString: address.href }), message)
  })

  test('with another encoding than UTF-8: the error names the encoding, with a remedy', {
    skip,
  }, async (context) => {
    for (const encoding of ['LATIN1', 'SQL_ASCII']) {
      const { connectionString, drop } = await createEncodedDatabase(encoding)
      context.after(drop)
      const storage = postgresStorage({ connectionString })
      await assert.rejects(storage.open(), {
        code: 'unavailable',
        message: new RegExp(`has the encoding ${encoding}, .+: create one with UTF8, as with createdb`),
      })
      await storage.close()
    }
  })

  test('that is read-only: the error names it', { skip }, async (context) => {
    const { connectionString, drop } = await createDatabase()
    context.after(drop)
    const pool = openTestPool({ connectionString, options: '-c default_transaction_read_only=on' })
    const storage = postgresStorage({ pool })
    await assert.rejects(storage.open(), {
      code: 'unavailable',
      message: /is read-only: connect to the primary/,
    })
    await storage.close()
    await pool.end()
  })

  test('with an invalid address: rejected immediately, without repeating the address', () => {
    for (const connectionString of [
      'postgres://ada:s3c ret@host:::/x',
      'postgres://ada:s3cret@host:99999/x',
      'host=127.0.0.1 user=ada password=s3cret',
      'mysql://ada:s3cret@127.0.0.1/x',
      ...['127.0.0.1:5432/s3c', '127.0.0.1/s3c', 's3c', ' postgres://ada@127.0.0.1/s3c'],
    ]) {
      const create = () => postgresStorage({ connectionString })
      assert.throws(create, (error) => {
        assert.ok(error instanceof TypeError)
        assert.match(error.message, /^postgresStorage: connectionString must be an address such as postgres:/)
        return !/s3c/.test(inspect(error, { depth: 10 }))
      })
    }
  })
})

async function withStorage(use: (storage: Storage, pool: pg.Pool) => Promise<void>): Promise<void> {
  const { connectionString, drop } = await createDatabase()
  const pool = openTestPool({ connectionString })
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

test('results do not depend on parsers that the host has set', { skip }, async () => {
  const oids = [pg.types.builtins.BOOL, pg.types.builtins.INT4, pg.types.builtins.TEXT]
  const before = oids.map((oid) => [oid, pg.types.getTypeParser(oid)] as const)
  try {
    for (const oid of oids) pg.types.setTypeParser(oid, (value) => `host ${value}`)
    await withStorage(async (storage) => {
      await storage.transaction(insertLicense)
      const [stored] = await storage.read.licenses.list(10)
      assert.deepEqual([stored?.isInTrial, stored?.name], [license.isInTrial, license.name])
    })
  } finally {
    for (const [oid, parse] of before) pg.types.setTypeParser(oid, parse)
  }
})

test('own connections use synchronous commits and no JIT', {
  skip,
}, async () => {
  const { connectionString, drop } = await createDatabase()
  const { pool, end } = openPool({ connectionString }, false)
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

const countConnections = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name like 'parley%'`

test('opens further connections only when calls have to wait, up to poolSize including the bus', {
  skip,
}, async () => {
  const { connectionString, drop } = await createDatabase()
  const pool = openTestPool({ connectionString, max: 1 })
  const storage = postgresStorage({ connectionString, poolSize: 5 })
  const bus = storage.createBus?.((cause) => assert.fail(String(cause)))
  const count = async () => (await pool.query(countConnections)).rows[0].count
  try {
    await storage.open()
    await storage.ping()
    assert.equal(await count(), 1)
    await bus?.start(() => undefined)
    await eventually(async () => assert.equal(await count(), 2))
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const all = Promise.all([1, 2, 3, 4, 5, 6].map(() => storage.transaction(() => gate)))
    await eventually(async () => assert.equal(await count(), 5))
    open()
    await all
    assert.equal(await count(), 5)
  } finally {
    await bus?.close()
    await storage.close()
    await pool.end()
    await drop()
  }
})

describe('a connection that ends', { skip }, () => {
  test('fails its transaction as unavailable, and no later one', async () => {
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

  test('a connection that ends between two statements of a transaction causes no uncaught error', async () => {
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

test('deletes expired rows without waiting for rows that another transaction has locked', {
  skip,
}, async () => {
  await withStorage(async (storage) => {
    const { id: licenseId } = await storage.transaction(insertLicense)
    await storage.transaction((tx) =>
      tx.tokens.insert(['held', 'free'].map((hash) => expired(licenseId, hash))),
    )
    const deleteExpired = () => storage.transaction((tx) => tx.tokens.deleteExpired(2_000, 10))
    const held = await storage.transaction(async (tx) => {
      const token = await tx.tokens.get('held')
      assert.equal(await deleteExpired(), 1)
      return token?.hash
    })
    assert.equal(held, 'held')
    assert.equal(await storage.read.tokens.get('free'), undefined)
    assert.equal(await deleteExpired(), 1)
  })
})

function expired(licenseId: number, hash: string): Token {
  return {
    ...{ hash, kind: 'access', licenseId, clientId: 'client', entityId: 'agent', scopes: [] },
    ...{ createdAt: 1_000, expiresAt: 2_000, refreshHash: null, sealedRefresh: null, codeHash: null },
  }
}

describe('a pool of the host', { skip }, () => {
  test('is used, keeps its own settings, and stays open', async () => {
    const { connectionString, drop } = await createDatabase()
    const pool = openTestPool({ connectionString })
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
