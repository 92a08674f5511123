import { WebSocket } from 'ws'
import { mayGoOn, spendInTurn } from './turn-budget.js'

const noPayload = new Uint8Array(0)

/** What hears a websocket. */
export interface WebSocketListener {
  /** A message, as `ws` tells it. */
  receive(data: unknown, isBinary: unknown): void
  /** Answers it, or not. */
  receivePing(payload: Uint8Array): void
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

  /** Called by `ws` for every ping, to answer it. What it writes could come to stand within a frame that is on its way. */
  override pong(data?: unknown): void {
    SessionWebSocket.#spend(this)
    this.connection?.receivePing(Buffer.isBuffer(data) ? data : noPayload)
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
