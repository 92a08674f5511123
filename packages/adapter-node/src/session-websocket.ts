import { WebSocket } from 'ws'
import { mayGoOn, spendInTurn } from './turn-budget.js'

/** What hears a websocket. */
export interface WebSocketListener {
  /** A message, as `ws` tells it. */
  receive(data: unknown, isBinary: unknown): void
  /** Whether to answer it. */
  receivePing(): boolean
  receivePong(): void
  closed(): void
  /** Writes what is queued. */
  flushAll(): void
}

/** A websocket that knows its connection, so that there is no listener for each event of each socket. */
export class SessionWebSocket extends WebSocket {
  connection: WebSocketListener | undefined
  /**
   * Of `ws`: with `false` it leaves the next frame to the next turn of the event loop. As an option it is for good, and
   * then messages that are sent together are never stored together.
   */
  declare readonly _receiver: { _allowSynchronousEvents: boolean }
  #spent = 0

  /** Also called by `ws` when the peer begins to close. */
  override close(code?: number, reason?: string | Buffer): void {
    // No data frame may follow the close frame (RFC 6455 §5.5.1), so what is queued goes first.
    this.connection?.flushAll()
    super.close(code, reason)
  }

  /** Called by `ws` for every ping, to answer it. */
  override pong(data?: unknown, mask?: boolean, sent?: (error: Error) => void): void {
    SessionWebSocket.#spend(this)
    if (this.connection?.receivePing() !== false) super.pong(data, mask, sent)
  }

  /** All that `ws` has to tell. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    const { connection } = this
    if (connection === undefined) return super.emit(event, ...values)
    switch (event) {
      case 'message':
        SessionWebSocket.#spend(this)
        connection.receive(values[0], values[1])
        return true
      case 'pong':
        SessionWebSocket.#spend(this)
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

  /** A read can hold thousands of frames. Static, for a private method costs memory in each socket. */
  static #spend(websocket: SessionWebSocket): void {
    websocket.#spent = spendInTurn(websocket.#spent)
    websocket._receiver._allowSynchronousEvents = mayGoOn(websocket.#spent)
  }
}
