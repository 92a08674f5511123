/**
 * A frame on its way out. One object goes to every socket that gets the same text, so an adapter may keep what
 * it builds from it in `encoded`.
 */
export interface OutgoingFrame {
  readonly text: string
  encoded: Uint8Array | undefined
}

/** The smallest socket the RTM session needs. No method may throw; after `close` all do nothing. */
export interface RtmConnection {
  /** Queues the frame behind all earlier ones. */
  send(frame: OutgoingFrame): void
  /** Sends what is queued, then closes. `code` as in RFC 6455 §7.4. */
  close(code: number, reason: string): void
  /** Drops the connection without waiting for the peer. */
  terminate(): void
  /** Stops or resumes reading from the peer. */
  pause(): void
  resume(): void
  /** Bytes queued and not yet taken by the operating system. */
  readonly bufferedBytes: number
  /** Of the peer, while it is connected. Asked for when a request is about it, so an idle connection need not keep it. */
  readonly remoteAddress: string | null
}
