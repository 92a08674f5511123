import { describe } from 'node:test'
import { noSqlite } from '../support/sqlite-file.js'
import { forEachDatabase, sqliteDatabase } from '../support/storages.js'
import { testLatePushes, testLostPushes } from './late.js'

forEachDatabase('three nodes, and a bus that is late', testLatePushes)
describe('three nodes on SQLite, and a bus that loses every message', { skip: noSqlite }, () => {
  testLostPushes(sqliteDatabase)
})
