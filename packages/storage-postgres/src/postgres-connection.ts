import type { SqlConnection, SqlQuery, SqlResult } from '@parley/storage-sql'
import { type PostgresClient, type SessionOptions, timeoutMs } from './postgres-client.js'
import { valueTypes } from './value-types.js'

/**
 * Key of the advisory lock for migrations, an arbitrary constant. Nodes that start at the same time migrate one after
 * the other.
 */
const migrationLock = 7_217_539

const common = { types: valueTypes, query_timeout: timeoutMs }

/** A client that was taken from the pool. */
export class PostgresConnection implements SqlConnection {
  readonly #client: PostgresClient
  readonly #options: SessionOptions
  #hasFailed = false
  /** Listens for errors between two queries. Without a listener, a lost connection would end the process. */
  readonly #onError = () => {
    this.#hasFailed = true
  }

  constructor(client: PostgresClient, options: SessionOptions) {
    this.#client = client
    this.#options = options
    client.on('error', this.#onError)
  }

  run({ sql, name, values }: SqlQuery): Promise<SqlResult> {
    if (values === undefined) return this.#execute(sql)
    if (name === undefined || !this.#options.namedStatements) {
      return this.#client.query({ text: sql, values, ...common })
    }
    return this.#client.query({ text: sql, name: `parley.${name}`, values, ...common })
  }

  async begin(): Promise<void> {
    await this.#execute(this.#options.begin)
  }

  async commit(): Promise<void> {
    const { command } = await this.#execute('commit')
    // The server responds to the commit of a failed transaction with a rollback.
    if (command !== 'COMMIT') throw new TypeError(`the commit returned ${command}`)
  }

  async rollback(): Promise<void> {
    await this.#execute('rollback')
  }

  async exclusively(migrate: () => Promise<void>): Promise<void> {
    await this.#execute('begin')
    await this.#execute(`select pg_advisory_xact_lock(${migrationLock})`)
    await migrate()
    await this.commit()
  }

  release(state: 'intact' | 'broken'): void {
    this.#client.removeListener('error', this.#onError)
    this.#client.release(this.#hasFailed || state === 'broken')
  }

  #execute(text: string) {
    return this.#client.query({ text, ...common })
  }
}
