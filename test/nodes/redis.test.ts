import { describe } from 'node:test'
import { postgresUrl } from '../support/postgres.js'
import { noRedis } from '../support/redis.js'
import { acrossNodes } from './across.js'
import { manyWriters } from './many-writers.js'
import { outageUnderLoad } from './outage.js'
import { returningReaders } from './returning.js'

const noPostgres = postgresUrl === undefined && 'PARLEY_TEST_POSTGRES is not set'

describe('two nodes on SQLite, with Redis', { skip: noRedis }, () => acrossNodes('Redis, and SQLite', 2))
describe('three nodes on PostgreSQL, with Redis', { skip: noRedis || noPostgres }, () => {
  acrossNodes('Redis, and PostgreSQL', 3)
  manyWriters('Redis, and PostgreSQL')
  returningReaders('Redis, and PostgreSQL')
})
describe('two nodes on PostgreSQL, with a Redis that goes away', { skip: noRedis || noPostgres }, () => {
  outageUnderLoad('Redis, and PostgreSQL')
})
