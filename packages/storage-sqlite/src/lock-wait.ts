import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@parley/core/ports'
import { isBusy } from './sqlite-errors.js'

/** Pauses between attempts, in milliseconds. The first are short, because most locks last for one commit. */
const pausesMs = [1, 2, 5, 10]

/**
 * Pauses before the next attempt. `attempts` is the number of attempts that met a lock. SQLite's own wait would block
 * the event loop.
 */
export function pauseWhileLocked(attempts: number): Promise<void> {
  return delay(pausesMs[Math.min(attempts, pausesMs.length) - 1])
}

/**
 * Repeats `attempt` while another connection's lock stops it, for at most `timeoutMs`. Then rejects with the last
 * error.
 */
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
