import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Edge } from '@parley/core'
import { toHttpRequest } from './http-request.js'
import { IncomingBody } from './incoming-body.js'
import { writeResponse } from './response.js'
import { type RequestTarget, splitTarget } from './target.js'
import { RequestTurns } from './turns.js'

export type RequestListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

/**
 * A listener for the 'request' event of a Node.js HTTP server, which is also a middleware: with `next`, requests
 * to paths that are not Parley's go there; without, the engine answers them too. Adds no handler or timer that
 * outlives the request, and never throws.
 */
export function createListener(edge: Edge): RequestListener {
  const turns = new RequestTurns()
  return (request, response, next) => {
    const target = splitTarget(request.url ?? '/')
    if (next && !edge.owns(target.path)) {
      next()
      return
    }
    turns.take(request, response, () => answer(edge, request, response, target))
  }
}

function answer(edge: Edge, request: IncomingMessage, response: ServerResponse, target: RequestTarget): void {
  edge
    .http(toHttpRequest(request, target, new IncomingBody(request)))
    .then((answered) => writeResponse(response, answered))
    // Only an engine that breaks its contract gets here (it rejects, or names a header Node.js refuses). Even
    // then the request must not hang, nor an unhandled rejection end the host's process.
    .catch(() => response.destroy())
}
