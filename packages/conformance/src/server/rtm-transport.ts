/** The address to which a client connects, in parts. */
export interface RtmAddress {
  /** Address of the server including its path, without a slash at the end. */
  readonly baseUrl: string
  readonly websocketUrl: string
  /** Path of an API and a version below the server's address: `/agent/v0.4/rtm`. The transport appends its own part. */
  readonly path: string
  /** Query string: `license_id=1`, or empty. */
  readonly query: string
}

/** Receives what arrives on a connection under test. */
export interface RtmListener {
  /** Called with each envelope, after parsing. */
  frame(envelope: unknown): void
  /** Called once when the connection has ended, with the close code if the transport has close codes. */
  closed(code: number | undefined): void
}

/** A client's side of one connection. */
export interface RtmLink {
  send(envelope: object): void
  close(): void
}

/**
 * Opens client connections over one RTM transport. It does not interpret envelopes, so the same cases run over every
 * transport.
 */
export interface RtmTransport<Link extends RtmLink = RtmLink> {
  /** Name of the transport, which the names of its cases end with. */
  readonly name: string
  /** Whether clients receive a close code. Without one, only the last push gives the reason of the end. */
  readonly hasCloseCodes: boolean
  /** Resolves once the connection is open, and rejects when it is refused. */
  connect(place: RtmAddress, listener: RtmListener): Promise<Link>
}
