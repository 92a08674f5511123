/** HTTP without a library: what an adapter translates to and from. */

export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request body that has not been read. Nothing is read unless the engine asks. */
export interface HttpBody {
  /**
   * Starts reading; called at most once. After `end` or `fail` (the peer went away, the message is malformed)
   * the listener is not called again.
   */
  read(listener: { data(chunk: Uint8Array): void; end(): void; fail(cause: unknown): void }): void
  /** Stops reading: no more calls, and what else arrives is thrown away. */
  discard(): void
}

export interface HttpRequest {
  readonly method: string
  /** As received, percent-encoded, from the leading slash to before the `?`. */
  readonly path: string
  /** What follows the `?`, as received; empty when there is none. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: HttpHeaders
  readonly remoteAddress: string | null
  /** Whether it came over TLS, as far as the adapter knows. Matters only without an absolute `baseUrl`. */
  readonly isSecure?: boolean
  readonly body: HttpBody
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
