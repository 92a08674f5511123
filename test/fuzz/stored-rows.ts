import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import pg from 'pg'

/** Reads a database without the engine. */
export interface StoredRows {
  /** Returns a text that changes whenever the stored data changes, and that names each table. */
  fingerprint(): Promise<string>
  close(): Promise<void>
}

/** Tables whose rows are only added and never changed. All other tables are small. */
const appendOnly = new Set([
  'events',
  'threads',
  'thread_users',
  'answers',
  'parley_migrations',
  'parley_contractions',
])

/**
 * Returns whether the engine writes the table on its own, at any time: indexes of stored data, and the leases of nodes.
 */
const isDerived = (name: string) => name.startsWith('search_') || name === 'nodes'

export function sqliteRows(filename: string): StoredRows {
  const database = new Database(filename, { readonly: true })
  const tables = database
    .prepare<[], { name: string }>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
    )
    .all()
    .filter(({ name }) => !isDerived(name))
  const reads = tables.map(({ name }) => {
    const sql = appendOnly.has(name) ? `select count(*) from ${name}` : `select * from ${name}`
    return { name, statement: database.prepare<[], unknown[]>(sql).raw() }
  })
  // The version changes when another connection commits, so most of the time no table has to be read.
  const version = database.prepare<[], unknown>('pragma data_version').pluck()
  let seen: { readonly version: unknown; readonly fingerprint: string } | undefined
  return {
    async fingerprint() {
      const current = version.get()
      if (seen !== undefined && seen.version === current) return seen.fingerprint
      const digests = reads.map(({ name, statement }) => `${name} ${digestOf(statement.all())}`)
      seen = { version: current, fingerprint: digests.join('\n') }
      return seen.fingerprint
    },
    close: async () => void database.close(),
  }
}

function digestOf(rows: readonly unknown[]): string {
  return createHash('sha1').update(JSON.stringify(rows)).digest('hex')
}

export async function postgresRows(connectionString: string): Promise<StoredRows> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const storedRows = rows.filter(({ name }) => !isDerived(name))
  const parts = storedRows.map(({ name }) =>
    appendOnly.has(name)
      ? `(select '${name} ' || count(*) from ${name})`
      : `(select '${name} ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${name} t)`,
  )
  const statement = `select concat_ws(E'\\n', ${parts.join(', ')}) as fingerprint`
  // The version changes when any transaction of the server has written something.
  const version = 'select pg_snapshot_xmax(pg_current_snapshot())::text as version'
  let seen: { readonly version: string | undefined; readonly fingerprint: string } | undefined
  return {
    async fingerprint() {
      const current = (await client.query<{ version: string }>(version)).rows[0]?.version
      if (seen !== undefined && seen.version === current) return seen.fingerprint
      const [row] = (await client.query<{ fingerprint: string }>(statement)).rows
      seen = { version: current, fingerprint: row?.fingerprint ?? '' }
      return seen.fingerprint
    },
    close: () => client.end(),
  }
}
