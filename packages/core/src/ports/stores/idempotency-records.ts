/** The first answer to a request with an idempotency key (decisions §6.5). */
export interface IdempotencyRecord {
  /** Stands for caller, action and the caller's key: 64 hexadecimal digits. */
  readonly key: string
  /** Stands for the payload, in some version: the same key with another payload is refused. */
  readonly payloadHash: string
  /** JSON of the response. */
  readonly response: string
  readonly createdAt: number
}

export interface IdempotencyRecordReads {
  /** Only one created after `since`. */
  get(key: string, since: number): Promise<IdempotencyRecord | undefined>
  /** How many were created at or before that instant, counted up to `max`. */
  countUntil(createdAt: number, max: number): Promise<number>
}

export interface IdempotencyRecordWrites extends IdempotencyRecordReads {
  /**
   * `duplicate`, with nothing written, when an answer of that key created after `since` exists or is being
   * written by another transaction; an older one is replaced.
   */
  insert(answer: IdempotencyRecord, since: number): Promise<'inserted' | 'duplicate'>
  /** Deletes answers created at or before that instant, at most `limit`; how many. */
  deleteUntil(createdAt: number, limit: number): Promise<number>
}
