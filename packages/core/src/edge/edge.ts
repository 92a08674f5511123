import type { RtmConnection } from '../ports/rtm-connection.js'
import type { HttpHeaders, HttpRequest, HttpResponse, TextResponse } from './http/http.js'

/** The request that opens a real-time connection. Fields as in {@link HttpRequest}. */
export interface RtmHandshake {
  readonly path: string
  readonly query: string
  readonly headers: HttpHeaders
  readonly remoteAddress: string | null
  /** What is spoken on the connection; default: the envelopes of the protocol in frames of a websocket. */
  readonly wire?: 'socket.io'
}

/** A message that its adapter has parsed. */
export interface ParsedMessage {
  /** As `JSON.parse` makes it, and nobody else's: plain objects and arrays, nothing that JSON does not have. */
  readonly value: unknown
  /** Of the text that it came as, in bytes or characters: limits and rates go by it. */
  readonly length: number
}

/** A message as text, or parsed where the transport does that anyway. */
export type RtmMessage = string | ParsedMessage

/** One real-time connection, as its adapter drives it. No method throws. */
export interface RtmSession {
  /** A text frame; what is wrong with it the engine answers. */
  receive(message: RtmMessage): void
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
  /** Whether the path belongs to Parley: the prefixes of the APIs, the authorization service and the files, and what tells its health. */
  owns(path: string): boolean
  /** Where each of the prefixes begins, the path of `baseUrl` included, such as `/support/agent`. */
  readonly paths: readonly string[]
  /** Whether Socket.IO is spoken there. Who serves it takes every request of the path; who does not, none as real time. */
  isSocketIo(path: string): boolean
  /** For an answer that an adapter makes itself: what lets browsers of other origins read it. */
  corsHeaders(headers: HttpHeaders): HttpResponse['headers']
  /** Answers any request; never rejects. */
  http(request: HttpRequest): Promise<HttpResponse>
  /** `undefined`: go on with {@link rtm}. A response: refuse the upgrade with it. */
  refuseRtm(handshake: RtmHandshake): TextResponse | undefined
  rtm(connection: RtmConnection, handshake: RtmHandshake): RtmSession
  /**
   * Whether changes are being committed of which connections may hear in a moment: an adapter that has much to write may
   * wait for that moment, so that all of it leaves together.
   */
  isCommitting(): boolean
  /** Largest text frame that a client may send; the adapter closes with 1009 beyond it. */
  readonly maxRtmFrameBytes: number
}
