import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createListener } from '@parley/adapter-node'
import {
  checkAttachment,
  checkPathsFree,
  hasBody,
  PipelinedRequests,
  refuseUpgrade,
  writeResponse,
} from '@parley/adapter-node/sockets'
import type { Edge, TextResponse } from '@parley/core/adapter'
import { withCredentials } from './credentials.js'
import { EngineServer } from './engine-server.js'
import { type EngineQuery, getTarget, parseEngineQuery, toHandshake } from './handshake.js'
import { intercept, listInterceptors, type SocketIoHost } from './interception.js'

export type { SocketIoHost } from './interception.js'

/** Handle that `attachSocketIo` returns. */
export interface SocketIoAttachment {
  /**
   * Stops accepting sessions, ends open ones, and restores the server. Resolves when the clients are gone, within about
   * 5 seconds. Does not close the engine: close it first, because it tells clients the reason. Idempotent.
   */
  close(): Promise<void>
}

/**
 * Serves RTM over Socket.IO on a server of the host: `rtm/sio` of each chat API and version, for clients of versions
 * 1.7, 2, 3 and 4, with long polling, websockets, and upgrades from one to the other.
 *
 * Requests to these paths do not reach the server's other listeners, whenever those were added. All other requests do.
 * It works next to `serve`, `attachRtm`, `createListener` and handlers of the host. Throws a `ParleyConfigError` in the
 * same cases as `attachRtm`.
 */
export function attachSocketIo(server: SocketIoHost, edge: Edge): SocketIoAttachment {
  checkAttachment('attachSocketIo', server, edge)
  const others = listInterceptors(server).map((interceptor) => interceptor.edge)
  checkPathsFree('attachSocketIo', others, edge)
  const attachment = new Attachment(edge)
  const restore = intercept(server, attachment)
  let closing: Promise<void> | undefined
  return {
    close() {
      closing ??= attachment.close().then(restore)
      return closing
    },
  }
}

class Attachment {
  readonly edge: Edge
  readonly #engine: EngineServer
  readonly #turns = new PipelinedRequests()
  readonly #respond: (request: IncomingMessage, response: ServerResponse) => void
  #isClosing = false

  constructor(edge: Edge) {
    this.edge = edge
    this.#engine = new EngineServer(edge)
    this.#respond = createListener(edge)
  }

  owns(request: IncomingMessage): boolean {
    return this.edge.isSocketIo(getTarget(request).path)
  }

  isUpgrade({ headers }: IncomingMessage): boolean {
    return headers.upgrade?.toLowerCase() === 'websocket'
  }

  handleRequest(request: IncomingMessage, response: ServerResponse): void {
    // A preflight, or a method that Socket.IO does not use.
    if (request.method !== 'GET' && request.method !== 'POST') this.#respondToOther(request, response)
    else this.#turns.run(request, response, () => this.#take(request, response))
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const query = parseEngineQuery(getTarget(request))
    const refusal = query?.transport !== 'websocket' ? badRequest : this.#refusalOf(request, query.sid)
    if (refusal !== undefined) refuseUpgrade(socket, refusal)
    else if (query !== undefined) this.#engine.serveUpgrade(request, socket, head, query)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#engine.end()
  }

  #respondToOther(request: IncomingMessage, response: ServerResponse): void {
    const query = parseEngineQuery(getTarget(request))
    // `setHeader` beforehand keeps the named origin, and list headers are joined.
    if (query?.EIO === '3') setHeaders(response, this.#corsOf(request, query))
    this.#respond(request, response)
  }

  #corsOf(request: IncomingMessage, query: EngineQuery | undefined): TextResponse['headers'] {
    return withCredentials(this.edge.corsHeaders(request.headers), query, request.headers)
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const query = parseEngineQuery(getTarget(request))
    const cors = this.#corsOf(request, query)
    const refusal = query === undefined ? badRequest : this.#refusalOfPolling(request, query.sid)
    if (query === undefined || refusal !== undefined) {
      const { status, headers, body } = refusal ?? badRequest
      void writeResponse(response, { status, headers: { ...headers, ...cors }, body })
      return
    }
    setHeaders(response, cors)
    this.#engine.serveRequest(request, response, query)
  }

  /**
   * Returns the refusal of an invalid polling request. Engine.IO would refuse it too, but would read the whole body
   * first.
   */
  #refusalOfPolling(request: IncomingMessage, sid: string | undefined): TextResponse | undefined {
    const isPost = request.method === 'POST'
    if (!isPost && hasBody(request)) return badRequest
    if (sid !== undefined)
      return this.#engine.isPolling(sid, getTarget(request).path) ? undefined : unknownSession
    return isPost ? badMethod : this.#refusalToBegin(request)
  }

  #refusalOf(request: IncomingMessage, sid: string | undefined): TextResponse | undefined {
    if (sid === undefined) return this.#refusalToBegin(request)
    return this.#engine.canUpgrade(sid, getTarget(request).path) ? undefined : unknownSession
  }

  #refusalToBegin(request: IncomingMessage): TextResponse | undefined {
    return this.#isClosing ? closing : this.edge.refuseRtm(toHandshake(request))
  }
}

function setHeaders(response: ServerResponse, headers: TextResponse['headers']): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** Returns a response in the error format of Engine.IO. */
function engineError(status: number, code: number, message: string): TextResponse {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return { status, headers, body: JSON.stringify({ code, message }) }
}

const badRequest = engineError(400, 3, 'Bad request')
const badMethod = engineError(400, 2, 'Bad handshake method')
const unknownSession = engineError(400, 1, 'Session ID unknown')
const forbidden = engineError(503, 4, 'Forbidden')
const closing = { ...forbidden, headers: { ...forbidden.headers, 'Retry-After': '1' } }
