export type Transport = 'web' | 'rtm'

export interface CallOptions {
  readonly idempotencyKey?: string
  readonly authorId?: string
}

/** Somebody who calls actions of one API and version, on whichever transport. */
export interface Caller {
  /** The payload of the response; fails the test when the action is refused. */
  succeed(action: string, payload?: object, options?: CallOptions): Promise<unknown>
  /** The `error` of the response; fails the test when the action succeeds. */
  refuse(action: string, payload?: object, options?: CallOptions): Promise<unknown>
}
