import { WebSocket } from 'ws'
import { canContinue, spendInTurn } from './turn-budget.js'

const noPayload = new Uint8Array(0)

/** Receives the events of a websocket. */
export interface WebSocketListener {
  /** Receives a message in the form in which `ws` emits it. */
  receive(data: unknown, isBinary: unknown): void
  /** Receives a ping, and responds to it or not. */
  receivePing(payload: Uint8Array): void
  receivePong(): void
  closed(): void
  /** Writes what is queued. */
  flushAll(): void
}

/** A websocket that knows its connection. It needs no listener for each event of each socket. */
export class SessionWebSocket extends WebSocket {
  connection: WebSocketListener | undefined
  /**
   * Receiver of `ws`. When `_allowSynchronousEvents` is `false`, the next frame waits for the next turn of the event
   * loop. The option of `ws` cannot be changed later, and messages that are sent together would never be stored
   * together.
   */
  declare readonly _receiver: { _allowSynchronousEvents: boolean }
  /**
   * Listeners of the event emitter. It makes an object for them when there are any, but `emit` passes most events to the
   * connection, and an empty object costs memory in each socket.
   */
  protected _events: object | undefined = undefined
  #spent = 0

  /** Closes the websocket. `ws` also calls this when the peer begins to close. */
  override close(code?: number, reason?: string | Buffer): void {
    // No data frame may follow the close frame (RFC 6455 §5.5.1), so what is queued goes first.
    this.connection?.flushAll()
    super.close(code, reason)
  }

  /** Passes the events of `ws` to the connection. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    const { connection } = this
    if (connection === undefined) return super.emit(event, ...values)
    switch (event) {
      case 'message':
        SessionWebSocket.#spend(this)
        connection.receive(values[0], values[1])
        return true
      case 'ping':
        SessionWebSocket.#spend(this)
        // No pong may follow a close frame.
        if (this.readyState === SessionWebSocket.OPEN) connection.receivePing(payloadOf(values[0]))
        return true
      case 'pong':
        SessionWebSocket.#spend(this)
        connection.receivePong()
        return true
      case 'close':
        connection.closed()
        return true
      // `ws` has closed with the right code (1002, 1007, 1009) or lost the socket. 'close' follows in any case.
      case 'error':
        return true
      default:
        return super.emit(event, ...values)
    }
  }

  /**
   * Counts a frame. One read can hold thousands of frames. The method is static, because a private method costs memory
   * in each socket.
   */
  static #spend(websocket: SessionWebSocket): void {
    websocket.#spent = spendInTurn(websocket.#spent)
    websocket._receiver._allowSynchronousEvents = canContinue(websocket.#spent)
  }
}

function payloadOf(data: unknown): Uint8Array {
  return Buffer.isBuffer(data) ? data : noPayload
}
