import type { Clock } from '../ports/clock.js'

/** The clock of the system. Its timers do not keep the process running. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  every(periodMs, callback) {
    const timer = setInterval(callback, periodMs)
    timer.unref()
    return () => clearInterval(timer)
  },
}
