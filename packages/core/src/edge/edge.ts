import type { RtmConnection } from '../ports/rtm-connection.js'
import type { HttpHeaders, HttpRequest, HttpResponse } from './http/http.js'

/** The request that opens a real-time connection. Fields as in {@link HttpRequest}. */
export interface RtmHandshake {
  readonly path: string
  readonly query: string
  readonly headers: HttpHeaders
  readonly remoteAddress: string | null
}

/** One real-time connection, as its adapter drives it. No method throws. */
export interface RtmSession {
  /** A text frame. */
  receive(text: string): void
  /** A binary frame, which the protocol does not have. */
  receiveBinary(): void
  /** A control-frame ping; the adapter answers it, unless `false`: then it is one too many. */
  receivePing(): boolean
  /** A control-frame pong, which nobody has asked for. */
  receivePong(): void
  /** The connection is gone, for whatever reason. */
  closed(): void
}

/** What of the engine an adapter needs. */
export interface Edge {
  /** Whether the path belongs to Parley: the prefixes of the APIs, the authorization service and the files. */
  owns(path: string): boolean
  /** Answers any request; never rejects. */
  http(request: HttpRequest): Promise<HttpResponse>
  /** `undefined`: go on with {@link rtm}. A response: refuse the upgrade with it. */
  refuseRtm(handshake: RtmHandshake): HttpResponse | undefined
  rtm(connection: RtmConnection, handshake: RtmHandshake): RtmSession
  /** Largest text frame that a client may send; the adapter closes with 1009 beyond it. */
  readonly maxRtmFrameBytes: number
}
