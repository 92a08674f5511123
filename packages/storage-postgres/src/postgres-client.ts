import { type Row, statementMs } from '@parley/storage-sql'

/** Maximum duration of a call, in milliseconds, whatever the server does. */
export const timeoutMs = statementMs

interface QueryConfig {
  readonly text: string
  readonly name?: string
  readonly values?: unknown[]
  readonly types: { getTypeParser(oid: number, format?: string): (value: string) => unknown }
  readonly query_timeout: number
}

interface QueryResult {
  readonly rows: Row[]
  readonly rowCount: number | null
  readonly command: string
}

/** The part of a `pg` client that Parley uses. */
export interface PostgresClient {
  query(config: QueryConfig): Promise<QueryResult>
  release(destroy?: boolean): void
  /** Id of the server process, as the server reported it when the client connected. */
  readonly processID?: number | null
  on(event: 'error', listener: (error: Error) => void): unknown
  on(
    event: 'notification',
    listener: (notification: { readonly payload?: string | undefined }) => void,
  ): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

/** The part of a `pg.Pool` that Parley uses. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>
}

/** How to use the connections of a pool. */
export interface SessionOptions {
  /** Whether statements are prepared once per connection. */
  readonly namedStatements: boolean
  /** Statement that begins a transaction. */
  readonly begin: string
}
