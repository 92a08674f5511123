import { type TestContext, test } from 'node:test'
import { createMigratedDatabase, postgresUrl } from '../support/postgres.js'
import { profile, seed } from '../support/profile.js'
import { noSqlite } from '../support/sqlite-file.js'
import type { Location } from './engine-process.js'
import { sqliteLocation } from './scenario.js'

interface Fault {
  /** Returns the title of the test on this storage. */
  readonly title: (storage: string) => string
  readonly timeout: number
  /** Plays the fault. `open` creates an empty storage, which is removed after the test. */
  readonly run: (context: TestContext, open: () => Promise<Location>) => Promise<void>
}

const storages = [
  {
    name: 'SQLite',
    skip: noSqlite,
    open: (context: TestContext) => sqliteLocation(context),
  },
  {
    name: 'PostgreSQL',
    skip: postgresUrl === undefined && 'no PostgreSQL',
    open: (context: TestContext) => postgresLocation(context),
  },
]

/**
 * Registers a test of the fault for each storage. The quick profile plays it on one of the available storages, chosen
 * by the seed.
 */
export function testOnStorages({ title, timeout, run }: Fault): void {
  const present = storages.filter(({ skip }) => skip === false)
  // Adds the length of the title, so that different faults use different storages each day.
  const today = present[(title('').length + seed) % present.length]
  for (const storage of storages) {
    const isOff = profile === 'quick' && today !== undefined && storage !== today
    const skip = storage.skip || (isOff && `on ${today.name} with this seed`)
    test(title(storage.name), { timeout, skip }, async (context) => {
      await run(context, () => storage.open(context))
    })
  }
}

async function postgresLocation(context: TestContext): Promise<Location> {
  const database = await createMigratedDatabase()
  context.after(() => database.drop())
  return { kind: 'postgres', connectionString: database.connectionString }
}
