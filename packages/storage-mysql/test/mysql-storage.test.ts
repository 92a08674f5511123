import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { ParleyConfigError } from '@parley/core/ports'
import { StorageError, type StorageTransaction } from '@parley/core/storage'
import type { RowDataPacket } from 'mysql2/promise'
import { noMysql } from '../../../scripts/mysql.js'
import { profile } from '../../../test/support/profile.js'
import { mysqlStorage } from '../src/index.js'
import { createMysqlDatabase } from './mysql-database.js'

const skip = profile === 'quick' ? 'only the full profile tests every storage' : noMysql
const url = 'mysql://127.0.0.1/unused'
const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1_000, expiresAt: null }
const insertLicense = (tx: StorageTransaction) => tx.licenses.insert(license)

describe('options', () => {
  const refused: readonly [string, unknown][] = [
    ['url', {}],
    ['url', { url: 'postgres://127.0.0.1/parley' }],
    ['url', { url: 'mysql://ada:s3cret@127.0.0.1' }],
    ['poolSize', { url, poolSize: 0 }],
    ['poolSize', { url, poolSize: 1_001 }],
  ]
  for (const [option, options] of refused) {
    test(`the error for ${inspect(options)} names ${option}, and no password`, () => {
      assert.throws(
        () => Reflect.apply(mysqlStorage, undefined, [options]),
        (error) => {
          assert.ok(error instanceof ParleyConfigError)
          assert.match(error.message, new RegExp(`^mysqlStorage: ${option} must be`))
          return !/s3cret/.test(error.message)
        },
      )
    })
  }

  test('rejects no options, with an example', () => {
    assert.throws(
      () => Reflect.apply(mysqlStorage, undefined, []),
      /mysqlStorage needs options, such as \{ url/,
    )
  })
})

test('without a server: the error names the address, and no password', async () => {
  const storage = mysqlStorage({ url: 'mysql://ada:s3cret@127.0.0.1:1/nothing' })
  const error: unknown = await storage.open().catch((cause: unknown) => cause)
  await storage.close()
  assert.ok(error instanceof StorageError)
  assert.match(error.message, /^the database nothing at 127\.0\.0\.1:1 cannot be opened as ada: check url/)
  assert.doesNotMatch(inspect(error, { depth: 10 }), /s3cret/)
})

describe('a MySQL server', { skip }, () => {
  test('a connection that ends fails its transaction as unavailable, and no later one', async () => {
    const { connection, drop, ...database } = await createMysqlDatabase()
    const storage = mysqlStorage({ url: database.url, poolSize: 1 })
    try {
      await storage.open()
      const work = storage.transaction(async (tx) => {
        await insertLicense(tx)
        const [others] = await connection.query<RowDataPacket[]>(
          'select id from information_schema.processlist where db = database() and id <> connection_id()',
        )
        for (const { id } of others) await connection.query(`kill ${id}`)
        await insertLicense(tx)
      })
      await assert.rejects(work, { name: 'StorageError', code: 'unavailable' })
      await storage.transaction(insertLicense)
      assert.equal((await storage.read.licenses.list(10)).length, 1)
    } finally {
      await storage.close()
      await drop()
    }
  })

  test('several nodes that start at the same time migrate once', async () => {
    const { drop, ...database } = await createMysqlDatabase()
    const storages = [1, 2, 3].map(() => mysqlStorage({ url: database.url, poolSize: 1 }))
    try {
      await Promise.all(storages.map((storage) => storage.open()))
      for (const storage of storages) await storage.transaction(insertLicense)
      assert.equal((await storages[0]?.read.licenses.list(10))?.length, 3)
    } finally {
      await Promise.all(storages.map((storage) => storage.close()))
      await drop()
    }
  })
})
