export type Transport = 'web' | 'rtm'

export interface CallOptions {
  readonly idempotencyKey?: string
  readonly authorId?: string
}

/** Calls actions of one API and version, over any transport. */
export interface Caller {
  /** Returns the payload of the response. Fails the test when the action is refused. */
  succeed(action: string, payload?: object, options?: CallOptions): Promise<unknown>
  /** Returns the `error` of the response. Fails the test when the action succeeds. */
  refuse(action: string, payload?: object, options?: CallOptions): Promise<unknown>
}
