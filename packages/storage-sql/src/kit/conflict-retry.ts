import { setTimeout as delay } from 'node:timers/promises'
import type { SqlDriver } from './driver.js'
import { isConflict } from './failures.js'

const maxRetries = 5
const firstDelayMs = 5

/** Runs `attempt` again after a conflict, such as a deadlock, up to five times. */
export async function retryConflicts<T>(driver: SqlDriver, attempt: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      if (retries === maxRetries || !isConflict(driver, error)) throw error
    }
    // Jitter keeps two conflicting transactions from meeting again.
    await delay(firstDelayMs * 2 ** retries * (0.5 + Math.random()))
  }
}
