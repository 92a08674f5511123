import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

/** What Connect, Express and their like add to a request. */
interface Added {
  /** As the browser sees it, where `url` lacks the path that the middleware is mounted at. */
  readonly originalUrl?: string
  /** What a parser has made of the body; some set it also where they have read nothing. */
  readonly body?: unknown
}

/** A request as it may have come through a framework; some of these declare such properties for all of a program. */
export type MiddlewareRequest = (IncomingMessage | Http2ServerRequest) & Added
