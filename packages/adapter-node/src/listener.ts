import type { IncomingMessage, ServerResponse } from 'node:http'
import { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { ParleyError } from '@parley/core'
import type { Edge, HttpResponse } from '@parley/core/adapter'
import { checkEdge } from './check-edge.js'
import { toHttpBody } from './http-body.js'
import { toHttpRequest } from './http-request.js'
import { writeHttp2Response } from './http2-response.js'
import type { IncomingBody } from './incoming-body.js'
import type { MiddlewareRequest } from './middleware-request.js'
import { writeResponse } from './response.js'
import { StreamCounts } from './stream-counts.js'
import { splitTarget } from './target.js'
import { PipelinedRequests } from './turns.js'
import { findUnnamedPrefix } from './unnamed-prefix.js'

/** Listener of the 'request' event, or middleware when called with `next`. */
export type RequestListener = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  next?: () => void,
) => void

/**
 * Returns a listener for the 'request' event of a Node.js HTTP server, including HTTP/2, which is also a middleware.
 * With `next`, requests to paths that are not Parley's go there; without it, the engine responds to them too.
 *
 * Behind a framework it uses the path as the browser sees it, and accepts a body that a parser has left in
 * `request.body` (decisions §16.14). Adds no handler or timer that outlives the request, and never throws.
 */
export function createListener(edge: Edge): RequestListener {
  checkEdge(edge)
  const requests = new Requests(edge)
  return (request, response, next) => requests.handle(request, response, next)
}

/** Passes the requests of a server to the engine and writes its responses. */
export class Requests {
  readonly #edge: Edge
  readonly #turns = new PipelinedRequests()
  readonly #streams = new StreamCounts()
  /** Bodies that are not complete yet. */
  readonly #incomplete = new Set<IncomingBody>()

  constructor(edge: Edge) {
    this.#edge = edge
  }

  handle(
    request: MiddlewareRequest,
    response: ServerResponse | Http2ServerResponse,
    next?: () => void,
  ): void {
    const target = splitTarget(request.originalUrl ?? request.url ?? '/')
    const isOwn = this.#edge.owns(target.path)
    const unnamedPrefix = isOwn ? undefined : findUnnamedPrefix(request, target.path, this.#edge)
    if (next && !isOwn && unnamedPrefix === undefined) {
      next()
      return
    }
    const ask = () =>
      this.#edge.http(toHttpRequest(request, target, toHttpBody(request, this.#incomplete), unnamedPrefix))
    if (response instanceof Http2ServerResponse) {
      this.#streams.run(response, () => respond(response, ask, writeHttp2Response))
    } else if (!(request instanceof Http2ServerRequest)) {
      this.#turns.run(request, response, () => respond(response, ask, writeResponse))
    }
  }

  /** Makes the engine stop waiting for incomplete bodies. It responds with `cause`. */
  refuseIncomplete(cause: ParleyError): void {
    for (const body of this.#incomplete) body.refuse(cause)
  }
}

function respond<Response extends ServerResponse | Http2ServerResponse>(
  response: Response,
  ask: () => Promise<HttpResponse>,
  write: (response: Response, engineResponse: HttpResponse) => undefined | Promise<void>,
): void {
  ask()
    .then((engineResponse) => write(response, engineResponse))
    // Only an engine that breaks its contract gets here: it rejects, or names a header that Node.js refuses. Even then
    // the request must not hang, and no unhandled rejection may end the host's process.
    .catch(() => response.destroy())
}
