/** The first response to a request with an idempotency key (decisions §6.5). */
export interface IdempotencyRecord {
  /** Hash of the caller, the action and the caller's key: 64 hexadecimal digits. */
  readonly key: string
  /** Hash of the payload. The same key with another payload is refused. */
  readonly payloadHash: string
  /** The response, as JSON. */
  readonly response: string
  readonly createdAt: number
}

/** Reads idempotency records. */
export interface IdempotencyRecordReads {
  /** Returns the record, or `undefined` when there is none or it was created at or before `since`. */
  get(key: string, since: number): Promise<IdempotencyRecord | undefined>
  /** Returns the number of records created at or before that instant, counted up to `max`. */
  countUntil(createdAt: number, max: number): Promise<number>
}

/** Writes idempotency records. */
export interface IdempotencyRecordWrites extends IdempotencyRecordReads {
  /**
   * Stores a record. `duplicate`, with nothing written, when a record with that key that was created after `since`
   * exists, or another transaction is storing one. An older record is replaced.
   */
  insert(record: IdempotencyRecord, since: number): Promise<'inserted' | 'duplicate'>
  /** Deletes at most `limit` records that were created at or before that instant, and returns their number. */
  deleteUntil(createdAt: number, limit: number): Promise<number>
}
