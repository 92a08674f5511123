import { describe } from 'node:test'
import { postgresUrl } from '../support/postgres.js'
import { acrossNodes } from './across.js'
import { manyWriters } from './many-writers.js'
import { outageUnderLoad } from './outage.js'
import { returningReaders } from './returning.js'

const skip = postgresUrl === undefined && 'PARLEY_TEST_POSTGRES is not set'

// Each test runs after the previous one, because all engines together would open too many connections for one server.
describe('three nodes on PostgreSQL alone', { skip }, () => acrossNodes('PostgreSQL alone', 3))
describe('many writers on PostgreSQL alone', { skip }, () => manyWriters('PostgreSQL alone'))
describe('returning readers on PostgreSQL alone', { skip }, () => returningReaders('PostgreSQL alone'))
describe('two nodes on PostgreSQL alone, with an outage of the bus', { skip }, () => {
  outageUnderLoad('PostgreSQL alone, whose bus can be cut off')
})
