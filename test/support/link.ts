/** How a connection ended. */
export interface Closing {
  readonly code: number
  readonly reason: string
}

/** The HTTP answer that somebody got instead of a connection. */
export interface Refusal {
  readonly status: number
  readonly body: unknown
  readonly retryAfter?: string
}

export type Headers = Readonly<Record<string, string>>

/** What a client hears of its connection. */
export interface LinkListener {
  hear(text: string): void
  closed(closing: Closing): void
}

/** A connection below the envelopes. */
export interface Link {
  send(text: string): void
  sendBinary(bytes: Uint8Array): void
  /** A ping as a control frame; resolves with the pong. */
  ping(): Promise<unknown>
  pong(): void
  pause(): void
  resume(): void
  close(): void
}

/** A kind of connection. */
export interface Wire {
  readonly name: string
  /** Has control frames that clients may send. */
  readonly hasControlFrames: boolean
  /** What is sent in one turn of the event loop comes together. */
  readonly sendsAtOnce: boolean
  /** Its client can stop reading. */
  readonly canStopReading: boolean
  /** Turns of the event loop in which something sent has come, was answered, and the answer has come. */
  readonly turnsThereAndBack: number
  open(url: string, headers: Headers, listener: LinkListener): Promise<Link>
  /** Fails to connect; the HTTP answer that it got instead. */
  refused(url: string, headers: Headers): Promise<Refusal>
}
