/** HTTP types without a library. An adapter translates to and from them. */

/** Headers by name in lower case. A repeated header has a list of values. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request body: a stream, or the result of a parser in front of the engine. */
export type HttpBody = BodyStream | ParsedBody

/** A body that was not read yet. It is read only when the engine asks, and no faster than the engine processes it. */
export interface BodyStream {
  readonly kind: 'stream'
  /** Whether a parser in front of the engine has already undone the `Content-Encoding`. Default: no. */
  readonly isDecoded?: boolean
  /**
   * Starts reading; called at most once. The listener is not called again after `end` or `fail` (the peer went away, or
   * the message is malformed). When the cause of `fail` is a `ParleyError`, the adapter refuses the request with it.
   * When `data` returns a promise, which never rejects, the adapter reads on only after it is settled.
   */
  read(listener: {
    data(chunk: Uint8Array): undefined | Promise<void>
    end(): void
    fail(cause: unknown): void
  }): void
  /** Stops reading. The listener is not called again, and further data is dropped. */
  discard(): void
}

/** A body that a parser in front of the engine has parsed (decisions §16.14). Nothing in it has been checked. */
export interface ParsedBody {
  readonly kind: 'parsed'
  readonly value: unknown
}

/** A request, as an adapter passes it to the engine. */
export interface HttpRequest {
  readonly method: string
  /** Path as the browser sends it, percent-encoded, from the leading slash up to the `?`. */
  readonly path: string
  /** Query after the `?`, as received; empty when there is none. */
  readonly query: string
  /** Headers with names in lower case. */
  readonly headers: HttpHeaders
  readonly remoteAddress: string | null
  /** Whether the request came over TLS, as far as the adapter knows. Used only without an absolute `baseUrl`. */
  readonly isSecure?: boolean
  /**
   * Prefix at which a framework has mounted the engine although `baseUrl` does not contain it. The path would belong to
   * Parley without this prefix, so the response explains the mistake.
   */
  readonly unnamedPrefix?: string
  /** Request object of the host's framework. The engine only passes it to the host's hooks. */
  readonly raw?: unknown
  readonly body: HttpBody
}

/**
 * A response body that is produced while it is sent. The adapter asks for a chunk when the network has taken the chunks
 * before. It calls `return` when the client goes away or takes nothing for `stalledMs`, even while `next` is pending.
 * The source itself limits how long a chunk may take. If a source fails or has another length than announced, the
 * adapter closes the connection, so that the client does not mistake a part for the whole. `SourceReader` reads a
 * source in this way.
 */
export interface BodySource {
  /** Chunks of about 64 KiB, iterated at most once. When no body is sent (HEAD, 204, 304), only `return` is called. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Length in bytes; absent when it is not known in advance. */
  readonly length?: number
}

/** A response, as the engine returns it to an adapter. */
export interface HttpResponse {
  readonly status: number
  /** Headers of this response only. The adapter adds those that frame the body, such as `Content-Length`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | BodySource
  /**
   * Present when the response counts toward a shared budget. The adapter calls it once, when the network has taken the
   * whole body or never will.
   */
  readonly onClose?: () => void
}

/** A response whose whole body is text. */
export interface TextResponse extends HttpResponse {
  readonly body: string
}
