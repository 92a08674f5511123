import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

/** Properties that Connect, Express and similar frameworks add to a request. */
interface FrameworkProperties {
  /** URL as the browser sees it. `url` lacks the path that the middleware is mounted at. */
  readonly originalUrl?: string
  /** Parsed body. Some parsers set it even when they have read nothing. */
  readonly body?: unknown
}

/**
 * A request that may have passed through a framework. Some frameworks declare these properties for the whole program.
 */
export type MiddlewareRequest = (IncomingMessage | Http2ServerRequest) & FrameworkProperties
