import { describe } from 'node:test'
import { noSqlite } from '../../test/support/sqlite-file.js'
import { postgresUrl } from '../support/postgres.js'
import { noRedis } from '../support/redis.js'
import { acrossNodes } from './across.js'
import { manyWriters } from './many-writers.js'
import { outageUnderLoad } from './outage.js'
import { returningReaders } from './returning.js'

const noPostgres = postgresUrl === undefined && 'PARLEY_TEST_POSTGRES is not set'

// Each test runs after the previous one, because all engines together would open too many connections for one
// PostgreSQL.
describe('two nodes on SQLite, with Redis', { skip: noRedis || noSqlite }, () =>
  acrossNodes('Redis, and SQLite', 2),
)
describe('three nodes on PostgreSQL, with Redis', { skip: noRedis || noPostgres }, () => {
  acrossNodes('Redis, and PostgreSQL', 3)
})
describe('many writers on PostgreSQL, with Redis', { skip: noRedis || noPostgres }, () => {
  manyWriters('Redis, and PostgreSQL')
})
describe('returning readers on PostgreSQL, with Redis', { skip: noRedis || noPostgres }, () => {
  returningReaders('Redis, and PostgreSQL')
})
describe('two nodes on PostgreSQL, with an outage of Redis', { skip: noRedis || noPostgres }, () => {
  outageUnderLoad('Redis, and PostgreSQL')
})
