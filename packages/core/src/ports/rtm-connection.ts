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
  /** Stops or resumes reading from the peer. What has been read already may still be heard. */
  pause(): void
  resume(): void
  /** From now on a frame of more bytes ends the connection (1009), before all of it is in memory. */
  limitFrames(maxBytes: number): void
  /** Bytes queued and not yet taken by the operating system. */
  readonly bufferedBytes: number
  /**
   * Bytes that were queued and then taken by the operating system, since the connection was opened. Also while much is
   * queued it grows in steps of at most 128 KiB, so that who takes something can be told from who takes nothing.
   */
  readonly takenBytes: number
  /** Of the peer, while it is connected. Asked for when a request is about it, so an idle connection need not keep it. */
  readonly remoteAddress: string | null
}
