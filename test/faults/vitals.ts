import { readdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Schedule, schedule } from './schedule.js'

/** Measurements of the engine's process since it began to serve. */
export interface Vitals {
  /** Delay between two turns of the event loop, in milliseconds: the 99th percentile and the maximum. */
  readonly delayP99Ms: number
  readonly delayMaxMs: number
  /** Maximum delay without the time in which the process had no core, in milliseconds. */
  readonly ownDelayMaxMs: number
  /** Share of the working time in which the main thread waited for a core: 0 to 1. */
  readonly starvedShare: number
  /** Number of open files and sockets. */
  readonly openFileCount: number
  readonly connectionCount: number
  readonly residentBytes: number
  /** Size of the JavaScript heap, in bytes. */
  readonly heapBytes: number
  /** Number of garbage collections that the parent has requested and that were finished before this measurement. */
  readonly collectionCount: number
}

const periodMs = 100
const nanosecondsPerMs = 1_000_000

/** Sends the vitals to the parent process every 100 ms, so that a killed process has sent nearly all of them. */
export function sendVitals(server: Server): void {
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

/** Subtracts from each delay the time in which the process had no core. */
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
