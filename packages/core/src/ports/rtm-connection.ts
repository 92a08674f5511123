/** How frames are encoded on one kind of wire. Adapters that pass the same object share the encoded bytes. */
export interface WireFormat {
  /** Returns the bytes of a frame with this text, including the framing. */
  encode(text: string): Uint8Array
}

/** A frame to send. One object is shared by all connections that get the same text. */
export interface OutgoingFrame {
  readonly text: string
  /** Returns the encoded frame. It is encoded once for each format and shared, so callers must not change it. */
  bytesIn(format: WireFormat): Uint8Array
}

/** The connection that a real-time session uses. Its methods must not throw, and do nothing after `close`. */
export interface RtmConnection {
  /** Sends a frame after all earlier ones. */
  send(frame: OutgoingFrame): void
  /**
   * Sends the frames that are queued, then closes the connection. `code` is one of RFC 6455 §7.4. A transport without
   * codes or reasons ignores them, because the engine has sent the disconnect push of the protocol before.
   */
  close(code: number, reason: string): void
  /** Ends the connection without waiting for the other side. */
  terminate(): void
  /**
   * Whether reading can be paused. If not, `pause` and `resume` do nothing; the engine then queues a few frames,
   * rejects more, and closes the connection of a client that keeps sending.
   */
  readonly canPause: boolean
  /** Stops reading. Frames that were already read may still arrive. */
  pause(): void
  /** Starts reading again. */
  resume(): void
  /**
   * Limits the size of incoming frames. A larger frame ends the connection with code 1009, if possible before all of it
   * is in memory. The engine checks the size again.
   */
  limitFrames(maxBytes: number): void
  /** Number of bytes that are queued and that the operating system has not taken yet. */
  readonly bufferedBytes: number
  /**
   * Number of queued bytes that the operating system has taken since the connection opened. It grows in steps of at
   * most 128 KiB, so that a slow client can be told from one that reads nothing.
   */
  readonly flushedBytes: number
  /**
   * Address of the client, or `null` when it is unknown or no longer connected. It is read only when a request needs
   * it.
   */
  readonly remoteAddress: string | null
}
