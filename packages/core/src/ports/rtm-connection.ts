/** How frames look on one kind of wire. One object for each kind: adapters that pass the same one share the bytes. */
export interface WireFormat {
  /** `text` as it goes over the wire, framing included. */
  encode(text: string): Uint8Array
}

/** A frame on its way out. One object goes to every connection that gets the same text. */
export interface OutgoingFrame {
  readonly text: string
  /** The same bytes for everybody who asks for that format: they are made once, and must not be changed. */
  bytesIn(format: WireFormat): Uint8Array
}

/** The smallest socket the RTM session needs. No method may throw; after `close` all do nothing. */
export interface RtmConnection {
  /** Queues the frame behind all earlier ones. */
  send(frame: OutgoingFrame): void
  /**
   * Sends what is queued, then closes. `code` as in RFC 6455 §7.4; where a transport has none, or no reason, it is left
   * out: what the peer has to be told the engine sends before, as the disconnect push of the protocol.
   */
  close(code: number, reason: string): void
  /** Drops the connection without waiting for the peer. */
  terminate(): void
  /**
   * Whether reading from the peer can be stopped. Where it cannot, `pause` and `resume` do nothing: a little of what comes
   * meanwhile waits, the rest is refused, and who sends on all the same is closed.
   */
  readonly canPause: boolean
  /** Stops or resumes reading from the peer. What has been read already may still be heard. */
  pause(): void
  resume(): void
  /**
   * From now on a frame of more bytes ends the connection (1009), before all of it is in memory as far as the transport
   * can; what is heard all the same, the engine ends it for.
   */
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
