import type { RtmConnection } from '../ports/rtm-connection.js'
import type { HttpHeaders, HttpRequest, HttpResponse, TextResponse } from './http/http.js'

/** The request that opens a real-time connection. The fields are those of {@link HttpRequest}. */
export interface RtmHandshake {
  readonly path: string
  readonly query: string
  readonly headers: HttpHeaders
  readonly remoteAddress: string | null
  /** Protocol on the connection. Default: the envelopes of the protocol in websocket frames. */
  readonly wire?: 'socket.io'
}

/** A message that its adapter has parsed. */
export interface ParsedMessage {
  /**
   * Value as `JSON.parse` returns it: plain objects and arrays, nothing that JSON does not have. Nobody else may use
   * it.
   */
  readonly value: unknown
  /** Length of the original text, in bytes or characters. Limits and rates are based on it. */
  readonly length: number
}

/** A message as text, or parsed when the transport does that anyway. */
export type RtmMessage = string | ParsedMessage

/** One real-time connection, as its adapter drives it. No method throws. */
export interface RtmSession {
  /** Passes a text frame to the engine. The engine responds to malformed frames itself. */
  receive(message: RtmMessage): void
  /** Reports a binary frame, which the protocol does not have. */
  receiveBinary(): void
  /**
   * Reports a ping control frame. Returns whether the adapter should send the pong; `false` when the rate limit is
   * exceeded.
   */
  receivePing(): boolean
  /** Reports an unsolicited pong control frame. */
  receivePong(): void
  /** Reports that the connection has ended, for any reason. */
  closed(): void
}

/** The interface of the engine for adapters. */
export interface Edge {
  /**
   * Returns whether the path belongs to Parley: to one of the APIs, the authorization service, the files or the health
   * checks.
   */
  owns(path: string): boolean
  /** Path prefixes that belong to Parley, including the path of `baseUrl`, such as `/support/agent`. */
  readonly paths: readonly string[]
  /**
   * Returns whether the path belongs to Socket.IO. An adapter for Socket.IO handles every request of such a path; other
   * adapters must not open real-time connections there.
   */
  isSocketIo(path: string): boolean
  /** Returns the headers that let browsers of other origins read a response that the adapter makes itself. */
  corsHeaders(headers: HttpHeaders): HttpResponse['headers']
  /** Handles any request. Never rejects. */
  http(request: HttpRequest): Promise<HttpResponse>
  /** Returns the response to refuse the upgrade with, or `undefined` to continue with {@link rtm}. */
  refuseRtm(handshake: RtmHandshake): TextResponse | undefined
  /** Opens a session on a connection. */
  rtm(connection: RtmConnection, handshake: RtmHandshake): RtmSession
  /**
   * Returns whether commits are in progress that connections may soon hear about. An adapter that has much to write may
   * wait briefly, so that it can write everything together.
   */
  isCommitting(): boolean
  /** Largest text frame that a client may send, in bytes. The adapter closes the connection with 1009 beyond it. */
  readonly maxRtmFrameBytes: number
}
