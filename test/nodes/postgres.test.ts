import { describe } from 'node:test'
import { postgresUrl } from '../support/postgres.js'
import { acrossNodes } from './across.js'
import { manyWriters } from './many-writers.js'
import { outageUnderLoad } from './outage.js'
import { returningReaders } from './returning.js'

const skip = postgresUrl === undefined && 'PARLEY_TEST_POSTGRES is not set'

describe('three nodes on PostgreSQL alone', { skip }, () => {
  acrossNodes('PostgreSQL alone', 3)
  manyWriters('PostgreSQL alone')
})
// By itself: each part has engines of its own, whose connections are too many for one server together.
describe('three nodes on PostgreSQL alone, between which readers move', { skip }, () => {
  returningReaders('PostgreSQL alone')
})
describe('two nodes on PostgreSQL alone, whose bus is cut off', { skip }, () => {
  outageUnderLoad('PostgreSQL alone, whose bus can be cut off')
})
