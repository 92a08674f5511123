/** One message as it travels: JSON, in one line. */
export interface OutgoingMessage {
  readonly licenseId: number
  readonly text: string
}

export interface OutgoingBatch {
  /** In the order in which they were published. */
  readonly messages: readonly OutgoingMessage[]
  /** Something that was published before is lost: each other node hears that, by `lost`. */
  readonly tellsLoss: boolean
}

/**
 * What a broker does for a bus: a connection to it, or a few that live and die together. Where one of its calls never ends by
 * itself, the link breaks after a time.
 */
export interface BusLink {
  /** Whether anybody else is there to hear; if not, what is published now need not be sent. */
  isHeard(): boolean
  /** Resolves once all of it is on its way; rejects where that is not known. It is called for one batch after the other. */
  send(batch: OutgoingBatch): Promise<void>
  /** Resolves once what is published of these licenses from now on is heard. */
  listen(licenseIds: readonly number[]): Promise<void>
  unlisten(licenseId: number): void
  /** Resolves once the broker has answered. */
  ping(): Promise<void>
  /** Releases everything; `broken` is not called any more. */
  close(): Promise<void>
}

/** What comes by a link. */
export interface BusLinkEvents {
  heard(message: OutgoingMessage): void
  /** Something that was meant for this node may be lost. */
  lost(): void
  /** It works no more. Called once, and nothing after it. */
  broken(cause: unknown): void
}

/** Connects. Rejects where the broker cannot be reached, and leaves nothing open then. */
export type ConnectBus = (events: BusLinkEvents) => Promise<BusLink>
