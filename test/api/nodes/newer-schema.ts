import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { postgresStorage } from '@parley/storage-postgres'
import pg from 'pg'
import { test } from '../../support/cells.js'
import { eventually } from '../../support/deadline.js'
import { TestEngine } from '../../support/engine.js'
import { createMigratedDatabase, postgresUrl } from '../../support/postgres.js'
import { migratedSqliteFile, noSqlite, openSqlite, sqliteStorageAt } from '../../support/sqlite-file.js'
import type { TestStorage } from '../../support/storages.js'

interface OldDatabase extends TestStorage {
  /** Runs a statement like the migration of a newer release. */
  run(statement: string): Promise<void>
}

async function sqlite(): Promise<OldDatabase> {
  const { filename, remove } = await migratedSqliteFile()
  const run = async (statement: string) => {
    const database = await openSqlite(filename)
    database.exec(statement)
    database.close()
  }
  return { open: () => sqliteStorageAt(filename), remove, run }
}

async function postgres(): Promise<OldDatabase> {
  const { connectionString, drop } = await createMigratedDatabase()
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  return { open: () => postgresStorage({ connectionString }), remove: drop, run }
}

const newer = 1_000_000
const noPostgres = postgresUrl === undefined && 'PARLEY_TEST_POSTGRES is not set'

for (const [name, create, skip] of [
  ['SQLite', sqlite, noSqlite],
  ['PostgreSQL', postgres, noPostgres],
] as const) {
  describe(`a node whose database a newer release migrates, on ${name}`, { skip }, () => {
    test('the node keeps serving after a migration that only adds, and stops after one that changes', async () => {
      const database = await create()
      const engine = await TestEngine.start(async () => database, { isAlone: true, expectsErrors: true })
      const { parley, clock, errors, origin } = engine
      const world = await engine.world()
      const agent = await world.agent('ada')
      const desk = await agent.connect()
      await database.run(`insert into parley_migrations (version) values (${newer})`)
      clock.advance(1_000)
      await desk.succeed('ping')
      assert.equal((await parley.health()).status, 'ok')
      const another = database.open()
      await another.open()
      await another.close()

      await database.run(`insert into parley_contractions (version) values (${newer})`)
      clock.advance(1_000)
      assert.equal((await desk.waitForEnd()).code, 1012)
      await eventually(async () => assert.equal((await parley.health()).status, 'unavailable'))
      assert.equal((await fetch(`${origin}/health/ready`)).status, 503)
      const { status, body } = await agent.web().post('list_chats')
      assert.deepEqual([status, JSON.stringify(body).includes('service_unavailable')], [503, true])
      await assert.rejects(agent.connect())
      assert.equal(errors.length, 1)
      await assert.rejects(database.open().open(), new RegExp(`schema version ${newer}`))
      await engine.stop()
    })
  })
}
