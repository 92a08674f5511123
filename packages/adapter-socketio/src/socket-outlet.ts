import {
  encodePong,
  encodeTextFrame,
  FrameGuard,
  FrameWriter,
  SessionWebSocket,
  type TurnFlush,
  type WebSocketListener,
} from '@parley/adapter-node/sockets'
import type { OutgoingFrame } from '@parley/core/adapter'
import type { Outlet, OutletHost } from './outlet.js'
import { socketIoFormat } from './packet.js'
import type { SocketTransport } from './socket-transport.js'

/** State that all connections share. */
export interface Shared {
  readonly flush: TurnFlush
  /** Size of the largest packet that the server accepts, in bytes. */
  readonly maxPacketBytes: number
}

/** Sends over a websocket. Packets are encoded once for all receivers and bypass Engine.IO and `ws`. */
export class SocketOutlet extends FrameWriter implements Outlet, WebSocketListener {
  readonly #transport: SocketTransport
  readonly #host: OutletHost
  readonly #maxPacketBytes: number
  /** Guard that applies while the limit is lower than that of the server. */
  #guard: FrameGuard | undefined

  constructor(transport: SocketTransport, host: OutletHost, { flush, maxPacketBytes }: Shared) {
    super(transport.duplex, flush)
    this.#transport = transport
    this.#host = host
    this.#maxPacketBytes = maxPacketBytes
    transport.write = (packet) => this.queue(encodeTextFrame(packet))
    transport.websocket.connection = this
  }

  receive(data: unknown, isBinary: unknown): void {
    if (isBinary === true || !Buffer.isBuffer(data)) this.#host.receiveBinary()
    else if (this.#guard?.admits(data.length) === false) this.#host.receiveTooMuch()
    else this.#transport.receive(data.toString())
  }

  receivePing(payload: Uint8Array): void {
    if (this.#host.receivePing()) this.queue(encodePong(payload))
  }

  receivePong(): void {
    this.#host.receivePong()
  }

  closed(): void {
    this.#endGuard()
    this.#transport.handleClose()
    this.#host.handleEnd()
  }

  get canPause(): boolean {
    return true
  }

  send(frame: OutgoingFrame): void {
    if (this.isWritable) this.queue(frame.bytesIn(socketIoFormat))
  }

  sendPacket(packet: string): void {
    this.queue(encodeTextFrame(`4${packet}`))
  }

  pause(): void {
    this.#transport.websocket.pause()
  }

  resume(): void {
    this.#transport.websocket.resume()
  }

  limitFrames(maxBytes: number): void {
    this.#endGuard()
    if (maxBytes >= this.#maxPacketBytes) return
    this.#guard = new FrameGuard(this.socket, maxBytes, () => this.#host.receiveTooMuch())
  }

  close(): void {
    this.#endGuard()
    this.#transport.websocket.close()
    // A paused socket would never read the peer's close frame.
    this.#transport.websocket.resume()
  }

  terminate(): void {
    this.#endGuard()
    this.#transport.websocket.terminate()
  }

  /** Closes the websocket. `closed` follows later. */
  handleClose(): void {
    this.close()
  }

  protected get isWritable(): boolean {
    return this.#transport.websocket.readyState === SessionWebSocket.OPEN
  }

  #endGuard(): void {
    this.#guard?.end()
    this.#guard = undefined
  }
}
