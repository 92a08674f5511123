import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Edge, RtmHandshake } from '@parley/core/adapter'
import { systemClock } from '@parley/core/ports'
import { type Server, WebSocketServer } from 'ws'
import { type ConnectionServer, declineUpgrade } from './declined-upgrade.js'
import { TurnFlush } from './flush.js'
import { refuseUpgrade } from './response.js'
import { SessionWebSocket } from './session-websocket.js'
import { splitTarget } from './target.js'
import { classifyUpgrade } from './upgrade-claim.js'
import { decideUpgrades, type UpgradeDecider } from './upgrade-decision.js'
import { WebSocketConnection } from './websocket-connection.js'

/** Maximum number of fragments of a message, and of reads per fragment. */
const MAX_FRAGMENTS = 128
const MAX_CHUNKS = 1_024
/** Maximum time that a peer may take to respond to a close frame, in milliseconds. Then its socket is destroyed. */
const CLOSE_TIMEOUT_MS = 5_000

/**
 * Takes an 'upgrade' event if it is Parley's and returns `true`. Returns `false` otherwise, and leaves request and
 * socket untouched.
 */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

/** The part of a Node.js HTTP or HTTPS server that is needed to handle its upgrade requests. */
export type UpgradeServer = ConnectionServer & UpgradeDecider

/**
 * Returns a handler for hosts that dispatch the 'upgrade' events of `server` themselves. A request for a websocket on
 * one of Parley's paths becomes an RTM session, or gets a plain HTTP response: the engine's when it refuses, 400 or 405
 * for an invalid handshake (RFC 6455 §4.2.1). Any other upgrade on these paths, such as h2c, is handled as a plain
 * request.
 *
 * Frames over `edge.maxRtmFrameBytes` close the connection with 1009, text that is not UTF-8 with 1007. Neither the
 * handler nor an idle connection has timers or handles.
 */
export function createUpgradeHandler(edge: Edge, server: UpgradeServer): UpgradeHandler {
  const accept = createAcceptor(edge)
  const claim = (request: IncomingMessage) => classifyUpgrade(edge, request)
  decideUpgrades(server, claim)
  return (request, socket, head) => {
    const claimed = claim(request)
    if (claimed === 'websocket') accept(request, socket, head)
    else if (claimed === 'declined') declineUpgrade(server, request, socket, head)
    return claimed !== 'foreign'
  }
}

/** Returns a function that handles requests for a websocket on Parley's paths. */
export function createAcceptor(edge: Edge): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const flush = new TurnFlush(systemClock, () => edge.isCommitting())
  const shared = { flush, maxFrameBytes: edge.maxRtmFrameBytes }
  const server = createWebSocketServer(shared.maxFrameBytes)
  return (request, socket, head) => {
    const remoteAddress = request.socket.remoteAddress ?? null
    const handshake: RtmHandshake = {
      ...splitTarget(request.url ?? '/'),
      headers: request.headers,
      remoteAddress,
    }
    const refusal = edge.refuseRtm(handshake)
    if (refusal) {
      refuseUpgrade(socket, refusal)
      return
    }
    server.handleUpgrade(request, socket, head, (websocket) => {
      const connection = new WebSocketConnection(websocket, socket, shared)
      connection.serve((opened) => edge.rtm(opened, handshake))
    })
  }
}

/** Creates a websocket server that limits everything that costs memory and has no handles of its own. */
export function createWebSocketServer(maxPayload: number): Server<typeof SessionWebSocket> {
  const options = {
    noServer: true,
    WebSocket: SessionWebSocket,
    clientTracking: false,
    // Compression would make `ws` write asynchronously, out of order with frames that bypass it.
    perMessageDeflate: false,
    maxPayload,
    // The connection responds to pings, because `ws` could write in the middle of another frame.
    autoPong: false,
    // Each fragment and chunk costs memory in addition to its bytes, and no client needs more.
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_CHUNKS,
    // The declared options do not include this one yet.
    closeTimeout: CLOSE_TIMEOUT_MS,
  }
  return new WebSocketServer<typeof SessionWebSocket>(options)
}
