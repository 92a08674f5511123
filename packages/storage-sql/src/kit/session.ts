import type { Row, SqlExecutor } from '../sql/executor.js'
import type { Statement } from '../sql/statement.js'
import type { SqlConnection, SqlDriver, SqlQuery, SqlResult } from './driver.js'
import { toStorageError } from './failures.js'

/** A connection that was taken for one call or one transaction. */
export class Session implements SqlExecutor {
  readonly #driver: SqlDriver
  readonly #connection: SqlConnection
  #isBroken = false

  private constructor(driver: SqlDriver, connection: SqlConnection) {
    this.#driver = driver
    this.#connection = connection
  }

  static async connect(driver: SqlDriver): Promise<Session> {
    try {
      return new Session(driver, await driver.connect())
    } catch (error) {
      throw toStorageError(driver, error)
    }
  }

  async all<Params>(statement: Statement<Params>, params: Params): Promise<readonly Row[]> {
    const { sql, name } = statement
    const result = await this.#query({ sql, name, values: statement.bind(params) })
    return result.rows
  }

  async run<Params>(statement: Statement<Params>, params: Params): Promise<number> {
    const { sql, name } = statement
    const result = await this.#query({ sql, name, values: statement.bind(params) })
    return result.rowCount ?? 0
  }

  /** Returns the rows of a statement without parameters. */
  async query(sql: string): Promise<readonly Row[]> {
    const result = await this.#query({ sql })
    return result.rows
  }

  begin(): Promise<void> {
    return this.#attempt(this.#connection.begin())
  }

  commit(): Promise<void> {
    return this.#attempt(this.#connection.commit())
  }

  /** Rolls back. A broken connection needs no rollback, because the database rolls back when a connection ends. */
  async rollBack(): Promise<void> {
    if (this.#isBroken) return
    try {
      await this.#connection.rollback()
    } catch {
      this.abandon()
    }
  }

  exclusively(migrate: () => Promise<void>): Promise<void> {
    return this.#connection.exclusively(migrate)
  }

  /** Marks the connection as broken. It is closed instead of reused, and its open transaction is rolled back. */
  abandon(): void {
    this.#isBroken = true
  }

  release(): void {
    this.#connection.release(this.#isBroken ? 'broken' : 'intact')
  }

  #query(query: SqlQuery): Promise<SqlResult> {
    return this.#attempt(this.#connection.run(query))
  }

  async #attempt<T>(running: Promise<T>): Promise<T> {
    try {
      return await running
    } catch (error) {
      if (!this.#driver.describeError(error).isConnectionIntact) this.#isBroken = true
      throw toStorageError(this.#driver, error)
    }
  }
}

/** Calls `use` with a connection and releases it afterwards. */
export async function onSession<T>(driver: SqlDriver, use: (session: Session) => Promise<T>): Promise<T> {
  const session = await Session.connect(driver)
  try {
    return await use(session)
  } finally {
    session.release()
  }
}
