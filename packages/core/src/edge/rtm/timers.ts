import type { Clock } from '../../ports/clock.js'

/** A connection, as its timers see it. */
export interface TimedConnection {
  /** Checks everything that depends on time. `now` is in whole milliseconds of the monotonic clock. */
  sweep(now: number): void
  /** Returns the number of unsent bytes of a peer that takes nothing. */
  stalledBytes(now: number): number
  closeAsSlow(): void
  /** Returns whether it has to be called again. */
  tick(): boolean
}

const sweepPeriodMs = 1_000
const tickPeriodMs = 50

/**
 * Runs the timeouts of all connections on two shared timers. Every connection is checked once a second. Those that wait
 * to be read, or for a long response to be sent, are checked about 20 times a second.
 */
export class RtmTimers {
  readonly #clock: Clock
  readonly #open: ReadonlySet<TimedConnection>
  readonly #maxStalledBytes: number
  readonly #watched = new Set<TimedConnection>()
  readonly #stopSweeping: () => void
  #stopTicking: (() => void) | undefined

  constructor(clock: Clock, open: ReadonlySet<TimedConnection>, maxStalledBytes: number) {
    this.#clock = clock
    this.#open = open
    this.#maxStalledBytes = maxStalledBytes
    this.#stopSweeping = clock.every(sweepPeriodMs, () => this.#sweep())
  }

  /** Calls `tick` of the connection until it returns `false`. */
  watch(connection: TimedConnection): void {
    this.#watched.add(connection)
    this.#stopTicking ??= this.#clock.every(tickPeriodMs, () => this.#tick())
  }

  close(): void {
    this.#stopSweeping()
    this.#stopTicking?.()
    this.#watched.clear()
  }

  #sweep(): void {
    const now = Math.floor(this.#clock.monotonic())
    const stalled = new Map<TimedConnection, number>()
    for (const connection of this.#open) {
      connection.sweep(now)
      const bytes = connection.stalledBytes(now)
      if (bytes > 0) stalled.set(connection, bytes)
    }
    this.#relieve(stalled)
  }

  /**
   * Limits how many unsent bytes all stalled peers keep in memory together. Closes those with the most unsent bytes
   * first.
   */
  #relieve(stalled: ReadonlyMap<TimedConnection, number>): void {
    let bytes = 0
    for (const stalledBytes of stalled.values()) bytes += stalledBytes
    if (bytes <= this.#maxStalledBytes) return
    for (const [connection, stalledBytes] of [...stalled].sort(([, one], [, other]) => other - one)) {
      if (bytes <= this.#maxStalledBytes) return
      connection.closeAsSlow()
      bytes -= stalledBytes
    }
  }

  #tick(): void {
    for (const connection of this.#watched) if (!connection.tick()) this.#watched.delete(connection)
    if (this.#watched.size > 0) return
    this.#stopTicking?.()
    this.#stopTicking = undefined
  }
}
