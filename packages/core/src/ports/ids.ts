/** The only source of ids and randomness in core. */
export interface Ids {
  /** Returns a UUID of version 7 (RFC 9562 §5.7). Those of one process ascend. */
  uuid(): string
  /** Returns cryptographically strong random bytes. */
  randomBytes(byteCount: number): Uint8Array
}
