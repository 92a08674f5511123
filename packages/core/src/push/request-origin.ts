import type { PushTarget } from './push-target.js'

/** The connection that made a request, so that its own copy of the push that answers it names the request. */
export interface RequestOrigin {
  readonly target: PushTarget
  /** `undefined`: the request had none. */
  readonly requestId: string | undefined
}
