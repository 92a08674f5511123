import { readdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Schedule, schedule } from './schedule.js'

/** What the engine's process tells about itself, cumulative since it began to serve. */
export interface Vitals {
  /** Between two turns of the event loop, in ms: the 99th percentile, and the longest. */
  readonly delayP99Ms: number
  readonly delayMaxMs: number
  /** The longest delay, each less the time in it without a core, in ms. */
  readonly ownDelayMaxMs: number
  /** Which part of the time that the main thread could have worked it waited for a core: 0 to 1. */
  readonly starvedShare: number
  /** Files and sockets. */
  readonly openFileCount: number
  readonly connectionCount: number
  readonly residentBytes: number
  /** Of JavaScript. */
  readonly heapBytes: number
  /** How often the parent has asked for a garbage collection that was done before this was measured. */
  readonly collectionCount: number
}

const periodMs = 100
const nanosecondsPerMs = 1_000_000

/** Tells the parent every tenth of a second; so also who is killed has told nearly all. */
export function tellVitals(server: Server): void {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const before = schedule()
  const ownDelay = new OwnDelay()
  let collectionCount = 0
  process.on('message', () => {
    globalThis.gc?.()
    collectionCount += 1
  })
  setInterval(() => {
    server.getConnections((_, connectionCount) => {
      const { rss: residentBytes, heapUsed: heapBytes } = process.memoryUsage()
      const vitals: Vitals = {
        delayP99Ms: delay.percentile(99) / nanosecondsPerMs,
        delayMaxMs: delay.max / nanosecondsPerMs,
        ownDelayMaxMs: ownDelay.maxMs,
        starvedShare: starvedSince(before),
        openFileCount: readdirSync('/dev/fd').length,
        connectionCount,
        residentBytes,
        heapBytes,
        collectionCount,
      }
      process.send?.(vitals)
    })
  }, periodMs)
}

function starvedSince(before: Schedule): number {
  const now = schedule()
  const waitedNs = now.waitedNs - before.waitedNs
  const wantedNs = now.ranNs - before.ranNs + waitedNs
  return wantedNs === 0 ? 0 : waitedNs / wantedNs
}

const ownDelayPeriodMs = 10

/** Takes from each delay the time in it without a core. */
class OwnDelay {
  maxMs = 0
  #at = performance.now()
  #waitedNs = schedule().waitedNs

  constructor() {
    setInterval(() => this.#look(), ownDelayPeriodMs)
  }

  #look(): void {
    const at = performance.now()
    const { waitedNs } = schedule()
    const delayMs = at - this.#at - ownDelayPeriodMs
    this.maxMs = Math.max(this.maxMs, delayMs - (waitedNs - this.#waitedNs) / nanosecondsPerMs)
    this.#at = at
    this.#waitedNs = waitedNs
  }
}
