import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@parley/core/ports'
import { isBusy } from './sqlite-errors.js'

/** Short at first, since most locks are those of one commit; then often enough that nobody waits much longer than the lock. */
const pausesMs = [1, 2, 5, 10]

/** Before the next attempt, after that many which met a lock. SQLite's own wait would hold up the event loop. */
export function pauseWhileLocked(attempts: number): Promise<void> {
  return delay(pausesMs[Math.min(attempts, pausesMs.length) - 1])
}

/** Attempts it until no other connection's lock is in the way, for at most `timeoutMs`; then rejects with what it met. */
export async function retryWhileLocked<T>(attempt: () => T, timeoutMs: number): Promise<T> {
  const startedAt = systemClock.monotonic()
  for (let attempts = 1; ; attempts += 1) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || systemClock.monotonic() - startedAt >= timeoutMs) throw error
    }
    await pauseWhileLocked(attempts)
  }
}
