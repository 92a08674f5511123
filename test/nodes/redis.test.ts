import { describe } from 'node:test'
import { noSqlite } from '../../test/support/sqlite-file.js'
import { postgresUrl } from '../support/postgres.js'
import { noRedis } from '../support/redis.js'
import { testAcrossNodes } from './across.js'
import { testManyWriters } from './many-writers.js'
import { testOutageUnderLoad } from './outage.js'
import { testReturningReaders } from './returning.js'

const noPostgres = postgresUrl === undefined && 'PARLEY_TEST_POSTGRES is not set'

// Each test runs after the previous one, because all engines together would open too many connections for one
// PostgreSQL.
describe('two nodes on SQLite, with Redis', { skip: noRedis || noSqlite }, () =>
  testAcrossNodes('Redis, and SQLite', 2),
)
describe('three nodes on PostgreSQL, with Redis', { skip: noRedis || noPostgres }, () => {
  testAcrossNodes('Redis, and PostgreSQL', 3)
})
describe('many writers on PostgreSQL, with Redis', { skip: noRedis || noPostgres }, () => {
  testManyWriters('Redis, and PostgreSQL')
})
describe('returning readers on PostgreSQL, with Redis', { skip: noRedis || noPostgres }, () => {
  testReturningReaders('Redis, and PostgreSQL')
})
describe('two nodes on PostgreSQL, with an outage of Redis', { skip: noRedis || noPostgres }, () => {
  testOutageUnderLoad('Redis, and PostgreSQL')
})
