import type { Cancellation } from '../ports/storage.js'

/** Where a long answer waits for its turn. */
export interface AnswerRoom {
  /** Waits until so many bytes may be answered; rejects with `request_timeout` where the request was given up. */
  reserve(bytes: number, cancellation: Cancellation): Promise<void>
}
