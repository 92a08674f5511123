import type { Row } from '@parley/storage-sql'
import { isPooled } from '../pooler-check.js'
import type { PostgresClient } from '../postgres-client.js'
import type { BusPool } from '../postgres-options.js'
import { valueTypes } from '../value-types.js'

/** Maximum time to wait for a response, in milliseconds. After that the connection counts as dead. */
const queryTimeoutMs = 5_000
const farewellTimeoutMs = 500

/** The dedicated connection of a bus. */
export class BusSession {
  readonly #client: PostgresClient
  readonly #opened: BusPool
  readonly #onError: (cause: unknown) => void
  #isReleased = false

  private constructor(client: PostgresClient, opened: BusPool, onError: (cause: unknown) => void) {
    this.#client = client
    this.#opened = opened
    this.#onError = onError
    client.on('error', onError)
  }

  /** Connects. `onError` is called with the error that ends the connection, possibly more than once. */
  static async connect(opened: BusPool, onError: (cause: unknown) => void): Promise<BusSession> {
    try {
      return new BusSession(await connectInTime(opened), opened, onError)
    } catch (cause) {
      await opened.end()
      throw cause
    }
  }

  onNotification(hear: (payload: string) => void): void {
    this.#client.on('notification', ({ payload }) => {
      if (!this.#isReleased && payload !== undefined) hear(payload)
    })
  }

  /**
   * Makes a pooler in transaction mode detectable. Such a pooler could give this session's next query the same server
   * connection again and so look like a session. This occupies that connection with a transaction; the returned
   * function releases it.
   */
  async occupyPooled(): Promise<() => Promise<void>> {
    if (!(await isPooled(this.#client))) return async () => undefined
    const other = await connectInTime(this.#opened)
    const release = async () => other.release(true)
    try {
      await other.query({ text: 'begin', types: valueTypes, query_timeout: queryTimeoutMs })
    } catch (cause) {
      await release()
      throw cause
    }
    return release
  }

  async query(text: string, values: unknown[] = []): Promise<readonly Row[]> {
    return await this.#query(text, values, queryTimeoutMs)
  }

  /**
   * Sends a last statement if there is time, and closes the connection. Other nodes also notice the closed connection
   * itself.
   */
  async end(text: string, values: unknown[]): Promise<void> {
    await this.#query(text, values, farewellTimeoutMs).catch(this.#onError)
    await this.release()
  }

  /** Closes the connection, which ends its subscriptions and locks. */
  async release(): Promise<void> {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#client.release(true)
    await this.#opened.end()
  }

  async #query(text: string, values: unknown[], timeoutMs: number): Promise<readonly Row[]> {
    const { rows } = await this.#client.query({ text, values, types: valueTypes, query_timeout: timeoutMs })
    return rows
  }
}

/** Connects within the timeout. A pool of the host may have no free connection. */
async function connectInTime({ pool }: BusPool): Promise<PostgresClient> {
  const connecting = pool.connect()
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => {
      reject(new Error('the pool has no free connection for the bus: allow one more connection per engine'))
      connecting.then(
        (client) => client.release(),
        () => undefined,
      )
    }
    timeout = setTimeout(giveUp, queryTimeoutMs)
  })
  return await Promise.race([connecting, late]).finally(() => clearTimeout(timeout))
}
