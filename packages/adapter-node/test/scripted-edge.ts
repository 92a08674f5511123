import assert from 'node:assert/strict'
import type {
  BodyStream,
  Edge,
  HttpRequest,
  HttpResponse,
  RtmConnection,
  RtmHandshake,
  RtmMessage,
  RtmSession,
  TextResponse,
} from '@parley/core/adapter'
import { Mailbox } from './mailbox.js'

/** An engine that owns `/parley/…` and does what the test says. */
export class ScriptedEdge implements Edge {
  maxRtmFrameBytes = 1_000
  readonly paths = ['/parley']
  readonly sessions = new Mailbox<RecordedSession>()
  refusal: TextResponse | undefined
  respond: (request: HttpRequest) => Promise<HttpResponse> = async ({ path }) => createResponse(200, path)

  owns(path: string): boolean {
    return path.startsWith('/parley/')
  }

  isSocketIo(): boolean {
    return false
  }

  corsHeaders(): HttpResponse['headers'] {
    return {}
  }

  http(request: HttpRequest): Promise<HttpResponse> {
    return this.respond(request)
  }

  isCommitting(): boolean {
    return false
  }

  refuseRtm(): TextResponse | undefined {
    return this.refusal
  }

  rtm(connection: RtmConnection, handshake: RtmHandshake): RtmSession {
    const session = new RecordedSession(connection, handshake)
    this.sessions.put(session)
    return session
  }
}

export class RecordedSession implements RtmSession {
  readonly connection: RtmConnection
  readonly handshake: RtmHandshake
  readonly calls = new Mailbox<string>()
  onReceive = () => {}
  answersPings = true

  constructor(connection: RtmConnection, handshake: RtmHandshake) {
    this.connection = connection
    this.handshake = handshake
  }

  receive(message: RtmMessage): void {
    this.calls.put(typeof message === 'string' ? `text ${message}` : 'parsed')
    this.onReceive()
  }

  receiveBinary(): void {
    this.calls.put('binary')
  }

  receivePing(): boolean {
    this.calls.put('ping')
    return this.answersPings
  }

  receivePong(): void {
    this.calls.put('pong')
  }

  closed(): void {
    this.calls.put('closed')
  }
}

export function createResponse(status: number, body: string): TextResponse {
  return { status, headers: { 'content-type': 'text/plain' }, body }
}

/** Returns the body stream of a request that no parser has read. */
export function getStream({ body }: HttpRequest): BodyStream {
  assert.ok(body.kind === 'stream')
  return body
}

export function readBody(request: HttpRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    getStream(request).read({
      data: (chunk) => void chunks.push(chunk),
      end: () => resolve(Buffer.concat(chunks).toString()),
      fail: reject,
    })
  })
}
