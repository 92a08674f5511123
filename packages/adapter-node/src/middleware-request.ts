import type { IncomingMessage } from 'node:http'

/** A request with what Connect, Express and their like add to it. */
export interface MiddlewareRequest extends IncomingMessage {
  /** As the browser sees it, where `url` lacks the path that the middleware is mounted at. */
  readonly originalUrl?: string
  /** What a parser has made of the body; some set it also where they have read nothing. */
  readonly body?: unknown
}
