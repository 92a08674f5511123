import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Edge, HttpBody } from '@parley/core'
import { toHttpRequest } from './http-request.js'
import { refuseUpgrade } from './response.js'
import { splitTarget } from './target.js'

/** The parser is detached by the time of an 'upgrade' event, so a body cannot be read any more. */
const noBody: HttpBody = {
  read: (listener) => process.nextTick(() => listener.end()),
  discard: () => {},
}

/**
 * Lets the engine answer an upgrade request that nobody claims as if it did not ask for an upgrade, which a
 * server may do (RFC 9110 §7.8). Node.js leaves its socket to the 'upgrade' listeners, with no timeout, so
 * without an answer it would stay open for ever.
 */
export function answerIgnoringUpgrade(edge: Edge, request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  edge
    .http(toHttpRequest(request, splitTarget(request.url ?? '/'), noBody))
    .then((response) => refuseUpgrade(socket, response))
    .catch(() => socket.destroy())
}
