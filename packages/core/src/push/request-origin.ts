import type { PushTarget } from './push-target.js'

/** The connection that made a request. Its copy of the resulting push carries the `request_id`. */
export interface RequestOrigin {
  readonly target: PushTarget
  /** `undefined` when the request had none. */
  readonly requestId: string | undefined
}
