import type { Cancellation } from '../ports/storage.js'

/** Limits how many bytes of long responses are held in memory at the same time. */
export interface ResponseBudget {
  /**
   * Waits until a response of `bytes` fits into the budget. Rejects with `request_timeout` when the request was
   * cancelled meanwhile.
   */
  reserve(bytes: number, cancellation: Cancellation): Promise<void>
}
