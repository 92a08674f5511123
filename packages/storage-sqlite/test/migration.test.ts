import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations, newestVersion } from '@parley/storage-sql'
import { chatsWithNotesOfVersion2, checkMigratedActivity } from '../../../test/support/older-activity.js'
import { agentsOfVersion2, checkMigratedAgents } from '../../../test/support/older-agents.js'
import { botsOfVersion16, checkMigratedBots } from '../../../test/support/older-bots.js'
import { chatOfVersion2, checkMigratedChat } from '../../../test/support/older-chat.js'
import { checkMigratedDeliveries, deliveriesOfVersion19 } from '../../../test/support/older-deliveries.js'
import {
  checkMigratedLogins,
  conflictOfVersion26,
  decomposedLoginOfVersion26,
} from '../../../test/support/older-logins.js'
import {
  chatsWithPropertiesOfVersion2,
  checkMigratedProperties,
} from '../../../test/support/older-properties.js'
import { chatsWithAgentsOfVersion2, checkMigratedRouting } from '../../../test/support/older-routing.js'
import {
  chatsWithTextsOfVersion2,
  checkMigratedWords,
  indexedOfVersion24,
} from '../../../test/support/older-words.js'
import type { SqliteDatabase, SqliteDriver } from '../src/driver.js'
import { SqliteConnection } from '../src/sqlite-connection.js'
import { migrateDatabase } from '../src/sqlite-migration.js'
import { forEachDriver } from './drivers.js'
import { temporaryFile } from './temporary-file.js'

const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1_000, expiresAt: null }

function migrateFile(driver: SqliteDriver, filename: string, version: number): void {
  const connection = new SqliteConnection(driver, filename, { isReadonly: false })
  migrateDatabase(connection, version)
  connection.close()
}

function schemaOf(database: SqliteDatabase): readonly unknown[] {
  const schema = database.prepare('select type, name, sql from sqlite_schema order by type, name').all()
  database.close()
  return schema
}

forEachDriver(({ driver, connect, storageOf }) => {
  const migrateTo = (filename: string, version: number) => migrateFile(driver, filename, version)

  for (const version of [0, ...migrations.map((migration) => migration.version)]) {
    test(`opens a database of schema version ${version}`, async () => {
      const { filename, cleanup } = temporaryFile()
      migrateTo(filename, version)
      const storage = storageOf({ filename })
      await storage.open()
      const stored = await storage.transaction((tx) => tx.licenses.insert(license))
      assert.deepEqual(await storage.read.licenses.get(stored.id), stored)
      await storage.close()
      await cleanup()
    })
  }

  test('creates the same schema in one run and step by step', async () => {
    const atOnce = temporaryFile()
    const stepwise = temporaryFile()
    migrateTo(atOnce.filename, newestVersion)
    for (const { version } of migrations) migrateTo(stepwise.filename, version)
    assert.deepEqual(schemaOf(connect(stepwise.filename)), schemaOf(connect(atOnce.filename)))
    await atOnce.cleanup()
    await stepwise.cleanup()
  })

  test('measures the threads of an older database', async () => {
    const { filename, cleanup } = temporaryFile()
    migrateTo(filename, 2)
    const database = connect(filename)
    for (const statement of chatOfVersion2) database.exec(statement)
    database.close()
    const storage = storageOf({ filename })
    await storage.open()
    await checkMigratedChat(storage)
    await storage.close()
    await cleanup()
  })

  test('finds the chats of an older database by their properties', async () => {
    const { filename, cleanup } = temporaryFile()
    migrateTo(filename, 2)
    const database = connect(filename)
    for (const statement of chatsWithPropertiesOfVersion2) database.exec(statement)
    database.close()
    const storage = storageOf({ filename })
    await storage.open()
    await checkMigratedProperties(storage)
    await storage.close()
    await cleanup()
  })

  test('finds the last event for all of the chats of an older database', async () => {
    const { filename, cleanup } = temporaryFile()
    migrateTo(filename, 2)
    const database = connect(filename)
    for (const statement of chatsWithNotesOfVersion2) database.exec(statement)
    database.close()
    const storage = storageOf({ filename })
    await storage.open()
    await checkMigratedActivity(storage)
    await storage.close()
    await cleanup()
  })

  test('keeps the agents of an older database in their groups', async () => {
    const { filename, cleanup } = temporaryFile()
    migrateTo(filename, 2)
    const database = connect(filename)
    for (const statement of agentsOfVersion2) database.exec(statement)
    database.close()
    const storage = storageOf({ filename })
    await storage.open()
    await checkMigratedAgents(storage)
    await storage.close()
    await cleanup()
  })

  test('makes the active threads of an older database wait, or gives them timers', async () => {
    const { filename, cleanup } = temporaryFile()
    migrateTo(filename, 2)
    const database = connect(filename)
    for (const statement of chatsWithAgentsOfVersion2) database.exec(statement)
    database.close()
    const storage = storageOf({ filename })
    await storage.open()
    await checkMigratedRouting(storage)
    await storage.close()
    await cleanup()
  })

  test('keeps the webhooks of the bots of an older database', async () => {
    const { filename, cleanup } = temporaryFile()
    migrateTo(filename, 16)
    const database = connect(filename)
    for (const statement of botsOfVersion16) database.exec(statement)
    database.close()
    const storage = storageOf({ filename })
    await storage.open()
    await checkMigratedBots(storage)
    await storage.close()
    await cleanup()
  })

  test('keeps the deliveries of an older database, with their payloads', async () => {
    const { filename, cleanup } = temporaryFile()
    migrateTo(filename, 19)
    const database = connect(filename)
    for (const statement of deliveriesOfVersion19) database.exec(statement)
    database.close()
    const storage = storageOf({ filename })
    await storage.open()
    await checkMigratedDeliveries(storage)
    await storage.close()
    await cleanup()
  })

  test('indexes again what an older release had indexed', async () => {
    const { filename, cleanup } = temporaryFile()
    for (const [version, statements] of [
      [2, chatsWithTextsOfVersion2],
      [24, indexedOfVersion24],
    ] as const) {
      migrateTo(filename, version)
      const database = connect(filename)
      for (const statement of statements) database.exec(statement)
      database.close()
    }
    const storage = storageOf({ filename })
    await storage.open()
    await checkMigratedWords(storage)
    await storage.close()
    await cleanup()
  })

  test('composes logins, and fails when two agents would get the same one', async () => {
    for (const statements of [decomposedLoginOfVersion26, conflictOfVersion26]) {
      const { filename, cleanup } = temporaryFile()
      migrateTo(filename, 26)
      const database = connect(filename)
      for (const statement of statements) database.exec(statement)
      database.close()
      const storage = storageOf({ filename })
      if (statements === conflictOfVersion26)
        await assert.rejects(storage.open(), /composed login of another agent/)
      else {
        await storage.open()
        await checkMigratedLogins(storage)
      }
      await storage.close()
      await cleanup()
    }
  })

  test('rejects a database that a newer release has migrated incompatibly', async () => {
    const { filename, cleanup } = temporaryFile()
    migrateTo(filename, newestVersion)
    const database = connect(filename)
    database.prepare('insert into parley_contractions (version) values (?)').run(newestVersion + 1)
    database.close()
    await assert.rejects(storageOf({ filename }).open(), /schema version \d+; this release knows \d+/)
    await cleanup()
  })
})
