import type { Pool, PoolClient } from 'pg'
import type { PostgresClient, PostgresPool } from './postgres-client.js'

/** Time that a call waits for a busy connection before another one is opened, in milliseconds. */
const growDelayMs = 5
/** Maximum time that a call waits for a connection, in milliseconds. */
const waitingMs = 5_000

const noConnection =
  'no connection to PostgreSQL became free within 5 s: raise poolSize, or look for slow queries'

interface Waiter {
  readonly since: number
  readonly enter: () => void
  readonly giveUp: (cause: Error) => void
}

/**
 * A pool that opens few connections: a call takes a free one, waits a moment for a busy one, and only then opens
 * another. Many engines share one server, and most need one connection most of the time. Connections that are unused
 * for 10 seconds are closed.
 */
export class GrowingPool implements PostgresPool {
  readonly #pool: Pool
  readonly #maxCount: number
  readonly #setUp: ((client: PostgresClient) => Promise<void>) | undefined
  /** Connections that have not been used yet. */
  readonly #fresh = new WeakSet<PostgresClient>()
  readonly #waiting: Waiter[] = []
  #takenCount = 0
  #timer: NodeJS.Timeout | undefined

  /** Creates a pool of at most `maxCount` connections. `setUp` runs first on each new connection. */
  constructor(pool: Pool, maxCount: number, setUp: ((client: PostgresClient) => Promise<void>) | undefined) {
    this.#pool = pool
    this.#maxCount = maxCount
    this.#setUp = setUp
    pool.on('connect', (client) => this.#fresh.add(client))
  }

  async connect(): Promise<PostgresClient> {
    if (this.#isFree && this.#waiting.length === 0) this.#takenCount += 1
    else await this.#wait()
    try {
      return await this.#connect()
    } catch (cause) {
      this.#leave()
      throw cause
    }
  }

  async #connect(): Promise<PostgresClient> {
    const client: PoolClient = await this.#pool.connect()
    try {
      if (this.#fresh.delete(client)) await this.#setUp?.(client)
    } catch (cause) {
      client.release(true)
      throw cause
    }
    // The driver replaces `release` for each call that takes the connection.
    const release = client.release
    client.release = (destroy) => {
      release.call(client, destroy)
      this.#leave()
    }
    return client
  }

  /** Whether a call can be served without opening another connection. The first connection is always opened. */
  get #isFree(): boolean {
    return this.#takenCount < Math.max(1, this.#pool.totalCount)
  }

  #wait(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const enter = () => {
        this.#takenCount += 1
        resolve()
      }
      this.#waiting.push({ since: performance.now(), enter, giveUp: reject })
      this.#timer ??= setInterval(() => this.#grow(), growDelayMs)
    })
  }

  #leave(): void {
    this.#takenCount -= 1
    if (this.#isFree) this.#waiting.shift()?.enter()
    if (this.#waiting.length === 0) this.#rest()
  }

  /** Opens at most one connection per call, because busy ones may become free while it opens. */
  #grow(): void {
    const now = performance.now()
    while ((this.#waiting[0]?.since ?? now) < now - waitingMs) {
      this.#waiting.shift()?.giveUp(new Error(noConnection))
    }
    const first = this.#waiting[0]
    if (first !== undefined && now - first.since >= growDelayMs && this.#takenCount < this.#maxCount) {
      this.#waiting.shift()?.enter()
    }
    if (this.#waiting.length === 0) this.#rest()
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
