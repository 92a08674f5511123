import { WebSocket } from 'ws'
import type { WebSocketConnection } from './websocket-connection.js'

/** A websocket that knows its connection, so that there is no listener for each event of each socket. */
export class SessionWebSocket extends WebSocket {
  connection: WebSocketConnection | undefined

  /** Also called by `ws` when the peer begins to close. */
  override close(code?: number, reason?: string | Buffer): void {
    // No data frame may follow the close frame (RFC 6455 §5.5.1), so what is queued goes first.
    this.connection?.flushAll()
    super.close(code, reason)
  }

  /** Called by `ws` for every ping, to answer it. */
  override pong(data?: unknown, mask?: boolean, sent?: (error: Error) => void): void {
    if (this.connection?.receivePing() !== false) super.pong(data, mask, sent)
  }

  /** All that `ws` has to tell. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    const { connection } = this
    if (connection === undefined) return super.emit(event, ...values)
    switch (event) {
      case 'message':
        connection.receive(values[0], values[1])
        return true
      case 'pong':
        connection.receivePong()
        return true
      case 'close':
        connection.closed()
        return true
      // `ws` has closed with the fitting code (1002, 1007, 1009) or lost the socket; 'close' follows in any case.
      case 'error':
        return true
      default:
        return super.emit(event, ...values)
    }
  }
}
