import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { postgresStorage } from '@parley/storage-postgres'
import { migrateDatabase, migrations, newestVersion } from '@parley/storage-sql'
import pg from 'pg'
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
import { createDatabase, postgresUrl } from '../../../test/support/postgres.js'
import { profile, seed } from '../../../test/support/profile.js'
import { postgresDialect } from '../src/postgres-dialect.js'
import { PostgresDriver } from '../src/postgres-driver.js'

const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1_000, expiresAt: null }
const skip = postgresUrl === undefined ? 'PARLEY_TEST_POSTGRES is not set' : false

const versions = [0, ...migrations.map((migration) => migration.version)]
/**
 * Versions to migrate from in this run. Each takes a second or two. SQLite runs the same migrations from every version.
 */
const todaysVersions = versions.filter((version) => profile !== 'quick' || (version + seed) % 4 === 0)

async function migrateTo(connectionString: string, version: number): Promise<void> {
  const driver = new PostgresDriver({ connectionString })
  await driver.open()
  await migrateDatabase(driver, postgresDialect, version)
  await driver.close()
}

async function opens(connectionString: string): Promise<void> {
  const storage = postgresStorage({ connectionString })
  await storage.open()
  const stored = await storage.transaction((tx) => tx.licenses.insert(license))
  assert.deepEqual(await storage.read.licenses.get(stored.id), stored)
  await storage.close()
}

describe('migrations', { skip }, () => {
  for (const version of todaysVersions) {
    test(`open a database of schema version ${version}`, async () => {
      const { connectionString, drop } = await createDatabase()
      await migrateTo(connectionString, version)
      await opens(connectionString)
      await drop()
    })
  }

  test('measure the threads of an older database', async () => {
    const { connectionString, drop } = await createDatabase()
    await migrateTo(connectionString, 2)
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of chatOfVersion2) await client.query(statement)
    await client.end()
    const storage = postgresStorage({ connectionString })
    await storage.open()
    await checkMigratedChat(storage)
    await storage.close()
    await drop()
  })

  test('find the chats of an older database by their properties', async () => {
    const { connectionString, drop } = await createDatabase()
    await migrateTo(connectionString, 2)
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of chatsWithPropertiesOfVersion2) await client.query(statement)
    await client.end()
    const storage = postgresStorage({ connectionString })
    await storage.open()
    await checkMigratedProperties(storage)
    await storage.close()
    await drop()
  })

  test('find the last event for all of the chats of an older database', async () => {
    const { connectionString, drop } = await createDatabase()
    await migrateTo(connectionString, 2)
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of chatsWithNotesOfVersion2) await client.query(statement)
    await client.end()
    const storage = postgresStorage({ connectionString })
    await storage.open()
    await checkMigratedActivity(storage)
    await storage.close()
    await drop()
  })

  test('keep the agents of an older database in their groups', async () => {
    const { connectionString, drop } = await createDatabase()
    await migrateTo(connectionString, 2)
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of agentsOfVersion2) await client.query(statement)
    await client.end()
    const storage = postgresStorage({ connectionString })
    await storage.open()
    await checkMigratedAgents(storage)
    await storage.close()
    await drop()
  })

  test('make the active threads of an older database wait, or give them timers', async () => {
    const { connectionString, drop } = await createDatabase()
    await migrateTo(connectionString, 2)
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of chatsWithAgentsOfVersion2) await client.query(statement)
    await client.end()
    const storage = postgresStorage({ connectionString })
    await storage.open()
    await checkMigratedRouting(storage)
    await storage.close()
    await drop()
  })

  test('keep the webhooks of the bots of an older database', async () => {
    const { connectionString, drop } = await createDatabase()
    await migrateTo(connectionString, 16)
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of botsOfVersion16) await client.query(statement)
    await client.end()
    const storage = postgresStorage({ connectionString })
    await storage.open()
    await checkMigratedBots(storage)
    await storage.close()
    await drop()
  })

  test('share the payloads of existing deliveries', async () => {
    const { connectionString, drop } = await createDatabase()
    await migrateTo(connectionString, 19)
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of deliveriesOfVersion19) await client.query(statement)
    await client.end()
    const storage = postgresStorage({ connectionString })
    await storage.open()
    await checkMigratedDeliveries(storage)
    await storage.close()
    await drop()
  })

  test('index again what an older release had indexed', async () => {
    const { connectionString, drop } = await createDatabase()
    for (const [version, statements] of [
      [2, chatsWithTextsOfVersion2],
      [24, indexedOfVersion24],
    ] as const) {
      await migrateTo(connectionString, version)
      const client = new pg.Client({ connectionString })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    }
    const storage = postgresStorage({ connectionString })
    await storage.open()
    await checkMigratedWords(storage)
    await storage.close()
    await drop()
  })

  test('compose logins, and fail when two agents would get the same one', async () => {
    for (const statements of [decomposedLoginOfVersion26, conflictOfVersion26]) {
      const { connectionString, drop } = await createDatabase()
      await migrateTo(connectionString, 26)
      const client = new pg.Client({ connectionString })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
      const storage = postgresStorage({ connectionString })
      if (statements === conflictOfVersion26)
        await assert.rejects(storage.open(), /composed login of another agent/)
      else {
        await storage.open()
        await checkMigratedLogins(storage)
      }
      await storage.close()
      await drop()
    }
  })

  test('run once when several nodes start at the same time', async () => {
    const { connectionString, drop } = await createDatabase()
    await Promise.all(Array.from({ length: 5 }, () => opens(connectionString)))
    await drop()
  })

  test('reject a database that a newer release has migrated incompatibly', async () => {
    const { connectionString, drop } = await createDatabase()
    await migrateTo(connectionString, newestVersion)
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query('insert into parley_contractions (version) values ($1)', [newestVersion + 1])
    await client.end()
    await assert.rejects(postgresStorage({ connectionString }).open(), /this release knows \d+/)
    await drop()
  })
})
