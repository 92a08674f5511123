import type { Row, SqlExecutor, Statement } from '@parley/storage-sql'
import { leavesConnectionIntact, toStorageError } from './postgres-errors.js'
import { valueTypes } from './value-types.js'

/** Maximum duration of a call, in milliseconds, whatever the server does. */
export const timeoutMs = 15_000

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

/** A pool and how to use its connections. */
export interface Sessions {
  readonly pool: PostgresPool
  /** Whether statements are prepared once per connection. */
  readonly namedStatements: boolean
  /** Statement that begins a transaction. */
  readonly begin: string
}

/** A connection that was taken from the pool for one call or one transaction. */
export class Session implements SqlExecutor {
  readonly #client: PostgresClient
  readonly #namedStatements: boolean
  #isBroken = false
  /** Listens for errors between two queries. Without a listener, a lost connection would end the process. */
  readonly #onError = () => {
    this.#isBroken = true
  }

  private constructor(client: PostgresClient, namedStatements: boolean) {
    this.#client = client
    this.#namedStatements = namedStatements
    client.on('error', this.#onError)
  }

  static async connect({ pool, namedStatements }: Sessions): Promise<Session> {
    try {
      return new Session(await pool.connect(), namedStatements)
    } catch (error) {
      throw toStorageError(error)
    }
  }

  async all<Params>(statement: Statement<Params>, params: Params): Promise<readonly Row[]> {
    const result = await this.#query(statement.sql, statement.name, statement.bind(params))
    return result.rows
  }

  async run<Params>(statement: Statement<Params>, params: Params): Promise<number> {
    const result = await this.#query(statement.sql, statement.name, statement.bind(params))
    return result.rowCount ?? 0
  }

  /** Runs a statement without parameters and returns its command tag. */
  async execute(sql: string): Promise<string> {
    const result = await this.#query(sql)
    return result.command
  }

  /** Runs statements without parameters in one round trip. */
  async executeAll(sql: string): Promise<void> {
    await this.#query(sql)
  }

  /** Returns the rows of a statement without parameters. */
  async query(sql: string): Promise<readonly Row[]> {
    const result = await this.#query(sql)
    return result.rows
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Marks the connection as broken. It is closed instead of reused, and its open transaction is rolled back. */
  abandon(): void {
    this.#isBroken = true
  }

  release(): void {
    this.#client.removeListener('error', this.#onError)
    this.#client.release(this.#isBroken)
  }

  async #query(text: string, name?: string, values?: unknown[]): Promise<QueryResult> {
    const named = name === undefined || !this.#namedStatements ? {} : { name: `parley.${name}` }
    const prepared = values === undefined ? {} : { ...named, values }
    try {
      return await this.#client.query({ text, ...prepared, types: valueTypes, query_timeout: timeoutMs })
    } catch (error) {
      if (!leavesConnectionIntact(error)) this.#isBroken = true
      throw toStorageError(error)
    }
  }
}

/** Calls `use` with a connection and releases it afterwards. */
export async function onSession<T>(sessions: Sessions, use: (session: Session) => Promise<T>): Promise<T> {
  const session = await Session.connect(sessions)
  try {
    return await use(session)
  } finally {
    session.release()
  }
}
