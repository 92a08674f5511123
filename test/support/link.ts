/** How a connection ended. */
export interface Closing {
  readonly code: number
  readonly reason: string
}

/** The HTTP response to a refused connection. */
export interface Refusal {
  readonly status: number
  readonly body: unknown
  readonly retryAfter?: string
}

export type Headers = Readonly<Record<string, string>>

/** The events of a connection, as its client receives them. */
export interface LinkListener {
  received(text: string): void
  closed(closing: Closing): void
}

/** A connection that sends and receives text, without knowledge of the envelopes. */
export interface Link {
  send(text: string): void
  sendBinary(bytes: Uint8Array): void
  /** Sends a ping as a control frame and resolves with the pong. */
  ping(): Promise<unknown>
  pong(): void
  pause(): void
  resume(): void
  close(): void
}

/** A way to connect, such as a websocket. */
export interface Wire {
  readonly name: string
  /** Whether clients may send control frames. */
  readonly hasControlFrames: boolean
  /** Whether messages that are sent in one turn of the event loop arrive together. */
  readonly sendsTogether: boolean
  /** Whether its client can stop reading. */
  readonly canStopReading: boolean
  /** Number of turns of the event loop after which a message has arrived and its response has come back. */
  readonly turnsPerRoundTrip: number
  open(url: string, headers: Headers, listener: LinkListener): Promise<Link>
  /** Tries to connect and resolves with the HTTP response of the refusal. */
  openRefused(url: string, headers: Headers): Promise<Refusal>
}
