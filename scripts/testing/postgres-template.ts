import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createDurableDatabase, type TestDatabase } from '../../test/support/postgres.js'
import type { Bundle } from './bundle.js'

/** Program that migrates the database whose address is its argument. */
export const migratingProgram = 'scripts/testing/migrate-main.ts'

/** Creates a database with the newest schema on that server. Tests copy it. */
export async function createTemplate(server: string, bundle: Bundle): Promise<TestDatabase> {
  const database = await createDurableDatabase(server)
  try {
    await promisify(execFile)(process.execPath, [
      bundle.outputOf(migratingProgram),
      database.connectionString,
    ])
    return database
  } catch (cause) {
    await database.drop()
    throw cause
  }
}
