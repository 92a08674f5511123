/**
 * Tells a storage that nobody needs a result any longer. The storage checks it before every statement, before the
 * commit, and while the work waits. An `AbortSignal` is one.
 */
export interface Cancellation {
  readonly aborted: boolean
}
