/** The only source of identity and randomness in core. */
export interface Ids {
  /** A UUIDv7 (RFC 9562 §5.7), ascending within a process. */
  uuid(): string
  /** Cryptographically strong. */
  randomBytes(byteCount: number): Uint8Array
}
