/** HTTP without a library: what an adapter translates to and from. */

export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request body that has not been read. Nothing is read unless the engine asks. */
export interface HttpBody {
  /**
   * Starts reading; called at most once. After `end` or `fail` (the peer went away, the message is malformed) the
   * listener is not called again. With a `ParleyError` as cause the adapter refuses the request with that. Where `data`
   * answers a promise, which never rejects, there is no more room: nothing more is read before it is settled.
   */
  read(listener: {
    data(chunk: Uint8Array): undefined | Promise<void>
    end(): void
    fail(cause: unknown): void
  }): void
  /** Stops reading: no more calls, and what else arrives is of no use. */
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
  /** Of this answer alone. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /**
   * Present on a long answer: to be called once the body has been taken by the network, or will never be. Until then it
   * counts as being in memory, and other long answers may wait for it.
   */
  readonly onGone?: () => void
}
