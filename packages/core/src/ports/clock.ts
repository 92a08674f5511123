/** The only source of time in core. */
export interface Clock {
  /** Integer Unix milliseconds. */
  now(): number
  /** Calls `callback` every `periodMs` until the returned function is called. Never keeps a process alive. */
  every(periodMs: number, callback: () => void): () => void
}
