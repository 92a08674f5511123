import { schedule } from './schedule.js'

const nanosecondsPerMs = 1_000_000

/** Measures the time for which the engine, or the process that sends the requests, had no processor core. */
export class LostTime {
  readonly #enginePid: number | undefined

  /** Without the process id of an engine, only the time of the requesting process is measured. */
  constructor(enginePid?: number) {
    this.#enginePid = enginePid
  }

  /** Time without a core since both processes began, in milliseconds. */
  get ms(): number {
    const ofEngine = this.#enginePid === undefined ? 0 : schedule(this.#enginePid).waitedNs
    return (schedule().waitedNs + ofEngine) / nanosecondsPerMs
  }

  /**
   * Starts a measurement. The returned function ends it, and returns how long it took and how long it would have taken
   * with enough cores.
   */
  watch(): () => Timing {
    const startedAt = performance.now()
    const lostMs = this.ms
    return () => {
      const ms = performance.now() - startedAt
      return { ms, ownMs: Math.max(0, ms - (this.ms - lostMs)) }
    }
  }
}

export interface Timing {
  readonly ms: number
  readonly ownMs: number
}
