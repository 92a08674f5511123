import { describe } from 'node:test'
import { postgresUrl } from '../support/postgres.js'
import { testAcrossNodes } from './across.js'
import { testManyWriters } from './many-writers.js'
import { testOutageUnderLoad } from './outage.js'
import { testReturningReaders } from './returning.js'

const skip = postgresUrl === undefined && 'PARLEY_TEST_POSTGRES is not set'

// Each test runs after the previous one, because all engines together would open too many connections for one server.
describe('three nodes on PostgreSQL alone', { skip }, () => testAcrossNodes('PostgreSQL alone', 3))
describe('many writers on PostgreSQL alone', { skip }, () => testManyWriters('PostgreSQL alone'))
describe('returning readers on PostgreSQL alone', { skip }, () => testReturningReaders('PostgreSQL alone'))
describe('two nodes on PostgreSQL alone, with an outage of the bus', { skip }, () => {
  testOutageUnderLoad('PostgreSQL alone, whose bus can be cut off')
})
