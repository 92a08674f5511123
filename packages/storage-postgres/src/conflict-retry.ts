import { setTimeout as delay } from 'node:timers/promises'
import { isConflict } from './postgres-errors.js'

const maxRetries = 5
const firstDelayMs = 5

/** Runs `attempt` again after a deadlock or a serialization failure, up to five times. */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      if (retries === maxRetries || !isConflict(error)) throw error
    }
    // Jitter keeps two conflicting transactions from meeting again.
    await delay(firstDelayMs * 2 ** retries * (0.5 + Math.random()))
  }
}
