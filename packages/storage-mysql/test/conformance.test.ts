import { after, before, describe, test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { noMysql } from '../../../scripts/mysql.js'
import { profile } from '../../../test/support/profile.js'
import { mysqlStorage } from '../src/index.js'
import { createMysqlDatabase, type MysqlDatabase } from './mysql-database.js'

const skip = profile === 'quick' ? 'only the full profile tests every storage' : noMysql

describe('a MySQL database', { skip }, () => {
  let database: MysqlDatabase

  before(async () => {
    database = await createMysqlDatabase()
  })
  after(() => database.drop())

  const storage = () => mysqlStorage({ url: database.url, poolSize: 4 })
  const factory = async () => ({
    storage: storage(),
    another: storage,
    cleanup: () => database.empty(),
  })
  testStorage({ test, factory, supports: { persistence: true, concurrentNodes: true } })
})
