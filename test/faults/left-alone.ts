import pg from 'pg'
import { within } from '../support/deadline.js'
import type { Location } from './engine-process.js'

const patienceMs = 30_000

/**
 * Resolves once no work of a killed engine is left. PostgreSQL finishes a statement before it notices that its client
 * is gone.
 */
export async function waitUntilLeftAlone(location: Location): Promise<void> {
  if (location.kind === 'sqlite') return
  const client = new pg.Client({ connectionString: location.connectionString })
  await client.connect()
  try {
    await within(waitUntilNoClient(client), () => 'the end of what a killed engine had begun', patienceMs)
  } finally {
    await client.end()
  }
}

async function waitUntilNoClient(client: pg.Client): Promise<void> {
  const others = `select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  for (;;) {
    const { rows } = await client.query(others)
    if (rows.length === 0) return
  }
}
