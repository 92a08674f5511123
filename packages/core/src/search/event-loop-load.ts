import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** How much of the time this process has work to do: of its event loop, in which everything has its turn. */
export class EventLoopLoad {
  #before: EventLoopUtilization = performance.eventLoopUtilization()

  /** Since it was last asked, from 0, idle, to 1. */
  lately(): number {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#before)
    this.#before = now
    return utilization
  }
}
