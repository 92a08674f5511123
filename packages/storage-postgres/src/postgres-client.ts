import type { Row, SqlExecutor, Statement } from '@parley/storage-sql'
import { leavesConnectionIntact, toStorageError } from './postgres-errors.js'
import { valueTypes } from './value-types.js'

/** No call waits longer, whatever the server does. */
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

/** What Parley uses of a `pg` client. */
export interface PostgresClient {
  query(config: QueryConfig): Promise<QueryResult>
  release(destroy?: boolean): void
  /** The process that serves it, as the server said when it connected. */
  readonly processID?: number | null
  on(event: 'error', listener: (error: Error) => void): unknown
  on(
    event: 'notification',
    listener: (notification: { readonly payload?: string | undefined }) => void,
  ): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

/** What Parley uses of a `pg.Pool`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>
}

/** A pool, and what of it is used. */
export interface Sessions {
  readonly pool: PostgresPool
  /** Whether statements are prepared once for each connection. */
  readonly namedStatements: boolean
  /** How a transaction begins. */
  readonly begin: string
}

/** A connection taken from the pool for one call or one transaction. */
export class Session implements SqlExecutor {
  readonly #client: PostgresClient
  readonly #namedStatements: boolean
  #isBroken = false
  /** Between two queries nobody awaits the connection; unheard, its end would end the process. */
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

  /** A statement without parameters; its command tag. */
  async execute(sql: string): Promise<string> {
    const result = await this.#query(sql)
    return result.command
  }

  /** Statements without parameters, in one round trip. */
  async executeAll(sql: string): Promise<void> {
    await this.#query(sql)
  }

  /** The rows of a statement without parameters. */
  async query(sql: string): Promise<readonly Row[]> {
    const result = await this.#query(sql)
    return result.rows
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  /** The connection is not used again, nor is what it has begun committed. */
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

/** Gives it a connection for as long as it runs. */
export async function onSession<T>(sessions: Sessions, use: (session: Session) => Promise<T>): Promise<T> {
  const session = await Session.connect(sessions)
  try {
    return await use(session)
  } finally {
    session.release()
  }
}
