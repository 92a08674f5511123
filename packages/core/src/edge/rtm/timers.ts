import type { Clock } from '../../ports/clock.js'

/** A connection, as its times are looked after. */
export interface Timed {
  /** In whole milliseconds of the monotonic clock. */
  sweep(now: number): void
  /** What is unsent to a peer that takes nothing. */
  stalledBytes(now: number): number
  closeAsSlow(): void
  /** Whether it has to be called again. */
  tick(): boolean
}

const sweepPeriodMs = 1_000
const tickPeriodMs = 50

/**
 * All times of all connections on two timers, not on some for each: every connection is looked at once a second;
 * the few that wait to be read on, or for a long answer to be gone, some 20 times a second, while there are any.
 */
export class RtmTimers {
  readonly #clock: Clock
  readonly #open: ReadonlySet<Timed>
  readonly #maxStalledBytes: number
  readonly #watched = new Set<Timed>()
  readonly #stopSweeping: () => void
  #stopTicking: (() => void) | undefined

  constructor(clock: Clock, open: ReadonlySet<Timed>, maxStalledBytes: number) {
    this.#clock = clock
    this.#open = open
    this.#maxStalledBytes = maxStalledBytes
    this.#stopSweeping = clock.every(sweepPeriodMs, () => this.#sweep())
  }

  /** Calls `tick` until it answers `false`. */
  watch(connection: Timed): void {
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
    const stalled = new Map<Timed, number>()
    for (const connection of this.#open) {
      connection.sweep(now)
      const bytes = connection.stalledBytes(now)
      if (bytes > 0) stalled.set(connection, bytes)
    }
    this.#relieve(stalled)
  }

  /** What peers that take nothing keep in memory is bounded for all of them together: who keeps most goes first. */
  #relieve(stalled: ReadonlyMap<Timed, number>): void {
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
