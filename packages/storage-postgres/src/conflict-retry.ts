import { setTimeout as delay } from 'node:timers/promises'
import { isConflict } from './postgres-errors.js'

const maxRetries = 5
const firstDelayMs = 5

/** Runs it again, up to five times, after a deadlock or a failed serialization. */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      if (retries === maxRetries || !isConflict(error)) throw error
    }
    // Jitter, so that two that met do not meet again.
    await delay(firstDelayMs * 2 ** retries * (0.5 + Math.random()))
  }
}
