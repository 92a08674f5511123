/** Asked before every statement and before the commit, and while the work waits its turn. An `AbortSignal` is one. */
export interface Cancellation {
  readonly aborted: boolean
}
