/** Where somebody connects to. */
export interface RtmPlace {
  /** With the path of the server, and without a slash at the end. */
  readonly baseUrl: string
  readonly websocketUrl: string
  /** Of an API and a version, below the address of the server: `/agent/v0.4/rtm`. What follows is the transport's. */
  readonly path: string
  /** `license_id=1`, or nothing. */
  readonly query: string
}

/** Receives what a connection under test delivers. */
export interface RtmListener {
  /** An envelope, as it was parsed. */
  frame(envelope: unknown): void
  /** The connection is gone; with the close code, where the transport has any. Told once. */
  closed(code: number | undefined): void
}

/** One connection of a client. */
export interface RtmLink {
  send(envelope: object): void
  close(): void
}

/**
 * A client of one transport of real time. It knows envelopes and nothing of what they mean, so the cases of real time are
 * the same over each transport.
 */
export interface RtmTransport<Link extends RtmLink = RtmLink> {
  /** What cases end with. */
  readonly name: string
  /** Whether a client is told a close code. Where it is not, the push before the end is all that tells why. */
  readonly hasCloseCodes: boolean
  /** Resolves once the connection is open; rejects where it is refused. */
  connect(place: RtmPlace, listener: RtmListener): Promise<Link>
}
