/** HTTP without a library: what an adapter translates to and from. */

export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request body: on its way, or read by somebody in front of the engine. */
export type HttpBody = BodyStream | ParsedBody

/** A body that nobody has read. Nothing is read unless the engine asks, and no faster than it takes what comes. */
export interface BodyStream {
  readonly kind: 'stream'
  /** Whether a parser in front has undone the Content-Encoding already. Default: no. */
  readonly isDecoded?: boolean
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

/** What a parser in front of the engine has made of a body (decisions §16.14). Nothing in it has been checked. */
export interface ParsedBody {
  readonly kind: 'parsed'
  readonly value: unknown
}

export interface HttpRequest {
  readonly method: string
  /** As the browser sees it, percent-encoded, from the leading slash to before the `?`. */
  readonly path: string
  /** What follows the `?`, as received; empty when there is none. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: HttpHeaders
  readonly remoteAddress: string | null
  /** Whether it came over TLS, as far as the adapter knows. Matters only without an absolute `baseUrl`. */
  readonly isSecure?: boolean
  /**
   * Where a framework has mounted the engine, and `baseUrl` does not name it: the path is not Parley's, but would be
   * without this prefix. The engine answers what is wrong.
   */
  readonly unnamedPrefix?: string
  /** The host's own request object. The engine hands it to the host's hooks, and does nothing else with it. */
  readonly raw?: unknown
  readonly body: HttpBody
}

/**
 * A response body that is made while it is sent. The adapter asks for a chunk once the network has taken those before.
 * Where the client goes away, or takes nothing for `stalledMs`, it calls `return`, also while `next` is under way. How
 * long a chunk may take is for the source to bound. A source that fails, or is not as long as it said, costs the
 * connection, so that nobody takes a part for the whole. `SourceReader` reads one as this says.
 */
export interface BodySource {
  /** Iterated once at most; where no body is sent (HEAD, 204, 304) `return` alone is called. Some 64 KiB a chunk. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** In bytes; absent where it is not known beforehand. */
  readonly length?: number
}

export interface HttpResponse {
  readonly status: number
  /** Of this answer alone. What frames the body (`Content-Length`) is the adapter's. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | BodySource
  /**
   * Present on an answer that others may wait for: to be called once, when the body has been taken by the network, or
   * will never be. Until then it counts as being in memory.
   */
  readonly onGone?: () => void
}

/** An answer that is there as a whole. */
export interface TextResponse extends HttpResponse {
  readonly body: string
}
