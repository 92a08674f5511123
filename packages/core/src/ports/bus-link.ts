/** A message as a broker carries it: JSON on one line. */
export interface OutgoingMessage {
  readonly licenseId: number
  /** The message as JSON. */
  readonly text: string
}

/** Messages that are sent together. */
export interface OutgoingBatch {
  /** The messages in the order in which they were published. */
  readonly messages: readonly OutgoingMessage[]
  /** Whether an earlier message was lost. Every other node must then be notified through `onLoss`. */
  readonly reportsLoss: boolean
}

/**
 * A connection to a broker, or several that open and close together. `linkedBus` makes a bus of it. When one of its
 * calls does not end, the bus gives the link up after some time.
 */
export interface BusLink {
  /** Returns whether another node is listening. When none is, the bus does not send. */
  hasListeners(): boolean
  /**
   * Sends a batch and resolves once the broker has all of it. Rejects when that is not certain. Calls never overlap.
   */
  send(batch: OutgoingBatch): Promise<void>
  /** Starts listening. Once it has resolved, every message published about these licenses is received. */
  listen(licenseIds: readonly number[]): Promise<void>
  /** Stops listening to a license. */
  unlisten(licenseId: number): void
  /** Resolves once the broker has responded. */
  ping(): Promise<void>
  /** Releases everything. `onDisconnect` is not called afterwards. */
  close(): Promise<void>
}

/** Receives what comes over a link. */
export interface BusLinkEvents {
  /** Called with each message. */
  onMessage(message: OutgoingMessage): void
  /** Called when a message for this node may have been lost. */
  onLoss(): void
  /** Called once when the link stops working. No other method is called after it. */
  onDisconnect(cause: unknown): void
}

/** Opens a link. Rejects, and leaves nothing open, when the broker cannot be reached. */
export type ConnectBus = (events: BusLinkEvents) => Promise<BusLink>
