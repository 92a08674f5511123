import type { EventEmitter } from 'node:events'
import { type RawData, WebSocket } from 'ws'
import type { WebSocketConnection } from './websocket-connection.js'

/** A websocket that knows its connection, so that one set of listeners serves all of them. */
export class SessionWebSocket extends WebSocket {
  connection: WebSocketConnection | undefined

  /** Also called by `ws` when the peer begins to close. */
  override close(code?: number, reason?: string | Buffer): void {
    // No data frame may follow the close frame (RFC 6455 §5.5.1), so what is queued goes first.
    this.connection?.flush()
    super.close(code, reason)
  }

  /** Called by `ws` for every ping. A listener more would be a larger table for each connection. */
  override pong(data?: unknown, mask?: boolean, sent?: (error: Error) => void): void {
    this.connection?.receivePing()
    super.pong(data, mask, sent)
  }
}

/** Hands what comes to the connection of the websocket. `events` is the websocket itself. */
export function listen(events: EventEmitter): void {
  events.on('message', onMessage).on('close', onClose).on('error', onError)
}

function onMessage(this: SessionWebSocket, data: RawData, isBinary: boolean): void {
  this.connection?.receive(data, isBinary)
}

function onClose(this: SessionWebSocket): void {
  this.connection?.closed()
}

/** `ws` has closed with the fitting code (1002, 1007, 1009) or lost the socket; 'close' follows in any case. */
function onError(): void {}
