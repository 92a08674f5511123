import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

/** What Connect, Express and their like add to a request. */
interface Added {
  /** As the browser sees it, where `url` lacks the path that the middleware is mounted at. */
  readonly originalUrl?: string
  /** What a parser has made of the body; some set it also where they have read nothing. */
  readonly body?: unknown
}

interface Http1Request extends IncomingMessage, Added {}
interface Http2Request extends Http2ServerRequest, Added {}

/** A request as it may have come through a framework. */
export type MiddlewareRequest = Http1Request | Http2Request
