import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Edge, ParleyError } from '@parley/core'
import { bodyOf } from './body-of.js'
import { toHttpRequest } from './http-request.js'
import type { IncomingBody } from './incoming-body.js'
import type { MiddlewareRequest } from './middleware-request.js'
import { writeResponse } from './response.js'
import { type RequestTarget, splitTarget } from './target.js'
import { RequestTurns } from './turns.js'

export type RequestListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

/**
 * A listener for the 'request' event of a Node.js HTTP server, which is also a middleware: with `next`, requests
 * to paths that are not Parley's go there; without, the engine answers them too. Behind a framework it goes by the path
 * as the browser sees it, and takes a body as read that a parser has left in `request.body` (decisions §16.14). Adds no
 * handler or timer that outlives the request, and never throws.
 */
export function createListener(edge: Edge): RequestListener {
  const requests = new Requests(edge)
  return (request, response, next) => requests.take(request, response, next)
}

/** The requests of a server, on their way to the engine and back. */
export class Requests {
  readonly #edge: Edge
  readonly #turns = new RequestTurns()
  /** The bodies that have not come whole. */
  readonly #incomplete = new Set<IncomingBody>()

  constructor(edge: Edge) {
    this.#edge = edge
  }

  take(request: MiddlewareRequest, response: ServerResponse, next?: () => void): void {
    const target = splitTarget(request.originalUrl ?? request.url ?? '/')
    if (next && !this.#edge.owns(target.path)) {
      next()
      return
    }
    this.#turns.take(request, response, () => this.#answer(request, response, target))
  }

  /** The engine stops waiting for bodies that have not come whole, and answers why. */
  refuseIncomplete(cause: ParleyError): void {
    for (const body of this.#incomplete) body.refuse(cause)
  }

  #answer(request: MiddlewareRequest, response: ServerResponse, target: RequestTarget): void {
    this.#edge
      .http(toHttpRequest(request, target, bodyOf(request, this.#incomplete)))
      .then((answered) => writeResponse(response, answered))
      // Only an engine that breaks its contract gets here (it rejects, or names a header Node.js refuses). Even
      // then the request must not hang, nor an unhandled rejection end the host's process.
      .catch(() => response.destroy())
  }
}
