import { schedule } from './schedule.js'

const nanosecondsPerMs = 1_000_000

/** What the machine itself takes from answers: the time for which the engine, or who asks it, had no core. */
export class LostTime {
  readonly #enginePid: number | undefined

  /** Without an engine it is only the time of who asks. */
  constructor(enginePid?: number) {
    this.#enginePid = enginePid
  }

  /** Since the processes began. */
  get ms(): number {
    const ofEngine = this.#enginePid === undefined ? 0 : schedule(this.#enginePid).waitedNs
    return (schedule().waitedNs + ofEngine) / nanosecondsPerMs
  }

  /** Begins to measure; ends with how long it took, and how long it would have taken on a machine with cores to spare. */
  watch(): () => Took {
    const startedAt = performance.now()
    const lostMs = this.ms
    return () => {
      const ms = performance.now() - startedAt
      return { ms, ownMs: Math.max(0, ms - (this.ms - lostMs)) }
    }
  }
}

export interface Took {
  readonly ms: number
  readonly ownMs: number
}
