import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { OutgoingFrame, RtmConnection, RtmSession } from '@parley/core/adapter'
import type { Socket, Transport } from 'engine.io'
import type { Outlet, OutletHost } from './outlet.js'
import {
  acknowledgementRefusal,
  connectPacket,
  disconnectPacket,
  readPacket,
  refusalPacket,
} from './packet.js'
import { PollingOutlet, type PollingTransport } from './polling-outlet.js'
import { type Shared, SocketOutlet } from './socket-outlet.js'
import { SocketTransport } from './socket-transport.js'

/** Close code that the engine uses when it restarts. Clients should reconnect on their own. */
const serviceRestart = 1012
/** Maximum size of a packet without its envelope, in bytes. */
const framingBytes = 64
/**
 * Time that a client has to connect to the namespace before it is closed, so that it can receive the reason, in
 * milliseconds.
 */
const farewellMs = 5_000

/** A packet of Engine.IO. */
interface EnginePacket {
  readonly type: string
  readonly data?: unknown
}

/** An RTM connection over Socket.IO: one client in the namespace `/`, over whatever transport it uses at the moment. */
export class SocketIoConnection implements RtmConnection, OutletHost {
  readonly remoteAddress: string | null
  readonly #engine: Socket
  readonly #shared: Shared
  #outlet: Outlet
  #session: RtmSession | undefined
  /** Frames that wait until the client has connected to the namespace. `undefined` afterwards. */
  #held: OutgoingFrame[] | undefined = []
  #isEnded = false
  #farewell: NodeJS.Timeout | undefined
  #flushedBytesBefore = 0
  #maxFrameBytes = Number.POSITIVE_INFINITY
  #isPaused = false
  #onClose: () => void = () => {}

  constructor(engine: Socket, transport: SocketTransport | PollingTransport, shared: Shared) {
    this.#engine = engine
    this.#shared = shared
    this.remoteAddress = engine.remoteAddress ?? null
    this.#outlet =
      transport instanceof SocketTransport
        ? new SocketOutlet(transport, this, shared)
        : new PollingOutlet(engine, transport, this)
  }

  /**
   * Opens the session with this connection and passes it what arrives. `onClose` is called when nothing of the
   * connection is left.
   */
  serve(open: (connection: RtmConnection) => RtmSession, onClose: () => void): void {
    this.#onClose = onClose
    this.#session = open(this)
    this.#engine.on('packet', (packet: EnginePacket) => this.#receivePacket(packet))
    this.#engine.on('upgrade', (transport: Transport) => this.#upgrade(transport))
    this.#engine.once('close', () => {
      const isOrderly = this.#isEnded
      this.#isEnded = true
      this.#outlet.handleClose(isOrderly)
    })
    // Since revision 5 of the protocol, the client asks to connect.
    if (!this.#isRevision5) this.#connect()
  }

  /** Handles a poll before Engine.IO sees it. */
  poll(response: ServerResponse): void {
    if (this.#outlet instanceof PollingOutlet) this.#outlet.poll(response)
  }

  get bufferedBytes(): number {
    return this.#outlet.bufferedBytes
  }

  get flushedBytes(): number {
    return this.#flushedBytesBefore + this.#outlet.flushedBytes
  }

  get canPause(): boolean {
    return this.#outlet.canPause
  }

  send(frame: OutgoingFrame): void {
    if (this.#isEnded) return
    if (this.#held === undefined) this.#outlet.send(frame)
    else this.#held.push(frame)
  }

  close(code: number, _reason?: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const hasUnreadFrames = this.#held !== undefined && this.#held.length > 0
    if (hasUnreadFrames) this.#farewell = setTimeout(() => this.terminate(), farewellMs)
    else this.#leave(code !== serviceRestart)
  }

  terminate(): void {
    this.#isEnded = true
    this.#outlet.terminate()
  }

  pause(): void {
    this.#isPaused = true
    if (!this.#isEnded) this.#outlet.pause()
  }

  resume(): void {
    this.#isPaused = false
    if (!this.#isEnded) this.#outlet.resume()
  }

  limitFrames(maxBytes: number): void {
    this.#maxFrameBytes = maxBytes + framingBytes
    if (!this.#isEnded) this.#outlet.limitFrames(this.#maxFrameBytes)
  }

  receiveBinary(): void {
    if (!this.#isEnded) this.#session?.receiveBinary()
  }

  receivePing(): boolean {
    return !this.#isEnded && this.#session?.receivePing() === true
  }

  receivePong(): void {
    if (!this.#isEnded) this.#session?.receivePong()
  }

  /** Reports a packet, or the packets of one request, over the limit. The engine then ends the connection. */
  receiveTooMuch(): void {
    if (!this.#isEnded) this.#session?.receive({ value: undefined, length: Number.POSITIVE_INFINITY })
  }

  handleEnd(): void {
    clearTimeout(this.#farewell)
    this.#session?.closed()
    this.#onClose()
  }

  get #isRevision5(): boolean {
    return this.#engine.protocol === 4
  }

  #receivePacket({ type, data }: EnginePacket): void {
    switch (type) {
      case 'message':
        if (typeof data === 'string') this.#receive(data)
        else this.receiveBinary()
        return
      // Heartbeats, whichever side sends them first.
      case 'ping':
      case 'pong':
        this.receivePing()
        return
      default:
        this.receivePong()
    }
  }

  #receive(text: string): void {
    const packet = readPacket(text)
    if (packet.kind === 'connect') this.#join(packet.namespace)
    else if (this.#isEnded) return
    else if (this.#held !== undefined || packet.kind === 'invalid') this.#violated()
    else if (packet.kind === 'message') this.#session?.receive(packet.text)
    else if (packet.kind === 'asks_acknowledgement') this.#refuseAcknowledgement(packet.id)
    // Not an envelope. The session rejects it as such.
    else if (packet.kind === 'other_event') this.#session?.receive({ value: undefined, length: text.length })
    else if (packet.kind === 'binary') this.receiveBinary()
    else if (packet.kind === 'disconnect') this.#violated()
    else this.receivePong()
  }

  /**
   * Responds to an event that requests an acknowledgement. The event is not carried out, because its sender would take
   * the missing acknowledgement as a failure and try again.
   */
  #refuseAcknowledgement(id: string): void {
    if (this.receivePing()) this.#outlet.sendPacket(acknowledgementRefusal(id))
  }

  #join(namespace: string): void {
    if (namespace !== '/') {
      if (this.receivePing()) this.#outlet.sendPacket(refusalPacket(namespace, this.#isRevision5))
    } else if (this.#held !== undefined) this.#connect()
    // Clients of revision 4 are connected from the start.
    else if (this.#isRevision5) this.#violated()
    else this.receivePong()
  }

  #connect(): void {
    const held = this.#held ?? []
    this.#held = undefined
    this.#outlet.sendPacket(
      connectPacket(this.#isRevision5 ? randomBytes(15).toString('base64url') : undefined),
    )
    for (const frame of held) this.#outlet.send(frame)
    if (this.#farewell !== undefined) this.#leave(true)
  }

  /** Ends the connection after the client has left or violated the protocol. */
  #violated(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#leave(false)
  }

  /**
   * Closes the transport. With `isTold` it first sends a disconnect packet, so that the client does not reconnect on
   * its own.
   */
  #leave(sendsDisconnect: boolean): void {
    if (sendsDisconnect && this.#held === undefined) this.#outlet.sendPacket(disconnectPacket)
    this.#outlet.close()
  }

  #upgrade(transport: Transport): void {
    if (!(this.#outlet instanceof PollingOutlet) || !(transport instanceof SocketTransport)) return
    transport.probe?.release()
    transport.probe = undefined
    this.#flushedBytesBefore = this.#outlet.leave()
    this.#outlet = new SocketOutlet(transport, this, this.#shared)
    this.#outlet.limitFrames(this.#maxFrameBytes)
    if (this.#isPaused) this.#outlet.pause()
  }
}
