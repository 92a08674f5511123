import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What the engine's process tells about itself, cumulative since it began to serve. */
export interface Vitals {
  /** Between two turns of the event loop, in ms: the 99th percentile, and the longest. */
  readonly delayP99Ms: number
  readonly delayMaxMs: number
  /** Files and sockets. */
  readonly openFileCount: number
  readonly residentBytes: number
  /** How often the parent has asked for a garbage collection that was done before this was measured. */
  readonly collectionCount: number
}

const periodMs = 100
const nanosecondsPerMs = 1_000_000

/** Tells the parent every tenth of a second; so also who is killed has told nearly all. */
export function tellVitals(): void {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let collectionCount = 0
  process.on('message', () => {
    globalThis.gc?.()
    collectionCount += 1
  })
  setInterval(() => {
    const vitals: Vitals = {
      delayP99Ms: delay.percentile(99) / nanosecondsPerMs,
      delayMaxMs: delay.max / nanosecondsPerMs,
      openFileCount: readdirSync('/dev/fd').length,
      residentBytes: process.memoryUsage.rss(),
      collectionCount,
    }
    process.send?.(vitals)
  }, periodMs)
}
