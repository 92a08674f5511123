import { StorageError } from '@parley/core/storage'
import { flag, integer, type Row, type SqlConnection, text } from '@parley/storage-sql'

const minVersion = 15

const selectTraits = `select current_database()::text as database,
  current_setting('server_encoding') as encoding,
  current_setting('server_version_num')::integer / 10000 as version,
  current_setting('transaction_read_only') = 'on' as is_read_only`

/** Properties of a database that decide whether Parley can use it. */
export interface DatabaseTraits {
  readonly database: string
  readonly encoding: string
  /** Major version of the server. */
  readonly version: number
  /** Whether the server is a standby or `default_transaction_read_only` is on. */
  readonly isReadOnly: boolean
}

/** Throws `StorageError` `unavailable`, with a remedy, for a database that can be opened but would fail in use. */
export async function checkDatabase(connection: SqlConnection): Promise<void> {
  const { rows } = await connection.run({ sql: selectTraits })
  const [row] = rows
  if (row === undefined) throw new TypeError('the server returned no row')
  const refusal = findDatabaseProblem(traitsOf(row))
  if (refusal !== undefined) throw new StorageError('unavailable', refusal)
}

function traitsOf(row: Row): DatabaseTraits {
  return {
    database: text(row, 'database'),
    encoding: text(row, 'encoding'),
    version: integer(row, 'version'),
    isReadOnly: flag(row, 'is_read_only'),
  }
}

/** Returns why Parley cannot use the database and how to fix it, or `undefined`. */
export function findDatabaseProblem({
  database,
  encoding,
  version,
  isReadOnly,
}: DatabaseTraits): string | undefined {
  if (version < minVersion) {
    return `the server of the database ${database} is PostgreSQL ${version}: upgrade it to ${minVersion} or newer`
  }
  if (encoding !== 'UTF8') {
    const remedy = `create one with UTF8, as with createdb --encoding=UTF8 --template=template0 parley`
    return `the database ${database} has the encoding ${encoding}, which cannot hold every text: ${remedy}`
  }
  return isReadOnly
    ? `the database ${database} is read-only: connect to the primary, and leave default_transaction_read_only off`
    : undefined
}
