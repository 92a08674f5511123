import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** Measures which share of the time the event loop of this process is busy. */
export class EventLoopLoad {
  #before: EventLoopUtilization = performance.eventLoopUtilization()

  /** Returns the load since the previous call, from 0 (idle) to 1. */
  measure(): number {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#before)
    this.#before = now
    return utilization
  }
}
