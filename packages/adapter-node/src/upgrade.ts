import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Edge, RtmHandshake } from '@parley/core'
import { WebSocketServer } from 'ws'
import { TurnFlush } from './flush.js'
import { refuseUpgrade } from './response.js'
import { SessionWebSocket } from './session-websocket.js'
import { splitTarget } from './target.js'
import { WebSocketConnection } from './websocket-connection.js'

/** How long a peer may take to answer a close frame before its socket is destroyed. */
const CLOSE_TIMEOUT_MS = 5_000

/** Takes an 'upgrade' event if it is Parley's; `false` leaves request and socket untouched. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

/**
 * For hosts that dispatch 'upgrade' events themselves. A claimed request becomes an RTM session, or is answered
 * with a plain HTTP response: the engine's when it refuses, 400 or 405 when the handshake is not one
 * (RFC 6455 §4.2.1). Frames over `edge.maxRtmFrameBytes` close with 1009, text that is not UTF-8 with 1007. No
 * timer and no handle belongs to the handler itself, and none to an idle connection.
 */
export function createUpgradeHandler(edge: Edge): UpgradeHandler {
  const flush = new TurnFlush()
  const server = createWebSocketServer(edge.maxRtmFrameBytes)
  return (request, socket, head) => {
    const { path, query } = splitTarget(request.url ?? '/')
    if (!edge.owns(path)) return false
    const handshake: RtmHandshake = { path, query, headers: request.headers }
    const refusal = edge.refuseRtm(handshake)
    if (refusal) {
      refuseUpgrade(socket, refusal)
    } else {
      server.handleUpgrade(request, socket, head, (websocket) => {
        const connection = new WebSocketConnection(websocket, socket, flush)
        connection.serve((opened) => edge.rtm(opened, handshake))
      })
    }
    return true
  }
}

function createWebSocketServer(maxPayload: number) {
  const options = {
    noServer: true,
    WebSocket: SessionWebSocket,
    clientTracking: false,
    // Compression would make `ws` write asynchronously, out of order with frames written past it.
    perMessageDeflate: false,
    maxPayload,
    // Not among the declared options yet.
    closeTimeout: CLOSE_TIMEOUT_MS,
  }
  return new WebSocketServer<typeof SessionWebSocket>(options)
}
