import type { Clock } from '../ports/clock.js'

/** Resolves with the promise, or when `limitMs` have passed. */
export function atMost(clock: Clock, limitMs: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = clock.every(Math.max(1, limitMs), () => {
      stop()
      resolve()
    })
    promise.finally(stop).then(() => resolve(), reject)
  })
}
