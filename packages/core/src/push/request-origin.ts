/** The connection that made a request, so that its own copy of a push names the request. */
export interface RequestOrigin {
  /** Unique on its node. */
  readonly targetId: number
  readonly requestId: string
}
