import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createListener } from '@parley/adapter-node'
import {
  checkAttachment,
  checkPathsFree,
  hasBody,
  RequestTurns,
  refuseUpgrade,
  writeResponse,
} from '@parley/adapter-node/sockets'
import type { Edge, TextResponse } from '@parley/core'
import { withCredentials } from './credentials.js'
import { EngineServer } from './engine-server.js'
import { type EngineQuery, engineQueryOf, handshakeOf, targetOf } from './handshake.js'
import { intercept, type SocketIoHost, takersOf } from './interception.js'

export type { SocketIoHost } from './interception.js'

export interface SocketIoAttachment {
  /**
   * Takes no more sessions, ends those that are open, and leaves the server as it was. Resolves once the clients are
   * gone, within some 5 s. The engine is not closed; close it first, for it tells them why. Idempotent.
   */
  close(): Promise<void>
}

/**
 * Serves real time over Socket.IO on a host's server: `rtm/sio` of each chat API and version, for clients of versions 1.7, 2, 3
 * and 4 with long polling, websockets, and the one after the other. Requests of these paths do not reach the server's
 * listeners, whether they were added before or later; all others do, as before. It stands beside `serve`, `attachRtm`,
 * `createListener` and whatever the host has. A `ParleyConfigError` for what can never work, as of `attachRtm`.
 */
export function attachSocketIo(server: SocketIoHost, edge: Edge): SocketIoAttachment {
  checkAttachment('attachSocketIo', server, edge)
  const others = takersOf(server).map((taker) => taker.edge)
  checkPathsFree('attachSocketIo', others, edge)
  const attachment = new Attachment(edge)
  const takeBack = intercept(server, attachment)
  let closing: Promise<void> | undefined
  return {
    close() {
      closing ??= attachment.close().then(takeBack)
      return closing
    },
  }
}

class Attachment {
  readonly edge: Edge
  readonly #engine: EngineServer
  readonly #turns = new RequestTurns()
  readonly #answer: (request: IncomingMessage, response: ServerResponse) => void
  #isClosing = false

  constructor(edge: Edge) {
    this.edge = edge
    this.#engine = new EngineServer(edge)
    this.#answer = createListener(edge)
  }

  isOurs(request: IncomingMessage): boolean {
    return this.edge.isSocketIo(targetOf(request).path)
  }

  isUpgrade({ headers }: IncomingMessage): boolean {
    return headers.upgrade?.toLowerCase() === 'websocket'
  }

  takeRequest(request: IncomingMessage, response: ServerResponse): void {
    // A preflight, or nothing that is spoken here.
    if (request.method !== 'GET' && request.method !== 'POST') this.#answerOther(request, response)
    else this.#turns.take(request, response, () => this.#take(request, response))
  }

  takeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const query = engineQueryOf(targetOf(request))
    const refusal = query?.transport !== 'websocket' ? badRequest : this.#refusalOf(request, query.sid)
    if (refusal !== undefined) refuseUpgrade(socket, refusal)
    else if (query !== undefined) this.#engine.takeUpgrade(request, socket, head, query)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#engine.end()
  }

  #answerOther(request: IncomingMessage, response: ServerResponse): void {
    const query = engineQueryOf(targetOf(request))
    // The origin that is named already stays, and the lists of headers are joined.
    if (query?.EIO === '3') setHeaders(response, this.#corsOf(request, query))
    this.#answer(request, response)
  }

  #corsOf(request: IncomingMessage, query: EngineQuery | undefined): TextResponse['headers'] {
    return withCredentials(this.edge.corsHeaders(request.headers), query, request.headers)
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const query = engineQueryOf(targetOf(request))
    const cors = this.#corsOf(request, query)
    const refusal = query === undefined ? badRequest : this.#refusalOfPolling(request, query.sid)
    if (query === undefined || refusal !== undefined) {
      const { status, headers, body } = refusal ?? badRequest
      void writeResponse(response, { status, headers: { ...headers, ...cors }, body })
      return
    }
    setHeaders(response, cors)
    this.#engine.takeRequest(request, response, query)
  }

  /** Engine.IO refuses all of it too, but reads on for as long as there is a body. */
  #refusalOfPolling(request: IncomingMessage, sid: string | undefined): TextResponse | undefined {
    const isPost = request.method === 'POST'
    if (!isPost && hasBody(request)) return badRequest
    if (sid !== undefined)
      return this.#engine.isPolling(sid, targetOf(request).path) ? undefined : unknownSession
    return isPost ? badMethod : this.#refusalToBegin(request)
  }

  #refusalOf(request: IncomingMessage, sid: string | undefined): TextResponse | undefined {
    if (sid === undefined) return this.#refusalToBegin(request)
    return this.#engine.canUpgrade(sid, targetOf(request).path) ? undefined : unknownSession
  }

  #refusalToBegin(request: IncomingMessage): TextResponse | undefined {
    return this.#isClosing ? closing : this.edge.refuseRtm(handshakeOf(request))
  }
}

function setHeaders(response: ServerResponse, headers: TextResponse['headers']): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** As Engine.IO has it. */
function engineError(status: number, code: number, message: string): TextResponse {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return { status, headers, body: JSON.stringify({ code, message }) }
}

const badRequest = engineError(400, 3, 'Bad request')
const badMethod = engineError(400, 2, 'Bad handshake method')
const unknownSession = engineError(400, 1, 'Session ID unknown')
const forbidden = engineError(503, 4, 'Forbidden')
const closing = { ...forbidden, headers: { ...forbidden.headers, 'Retry-After': '1' } }
