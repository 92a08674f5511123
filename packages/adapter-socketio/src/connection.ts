import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RtmSession } from '@parley/core'
import type { OutgoingFrame, RtmConnection } from '@parley/core/ports'
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

/** The engine goes down and comes back: clients are to come back too, by themselves. */
const serviceRestart = 1012
/** What a packet has around the envelope. */
const framingBytes = 64
/** How long a client may take to connect to the namespace, in order to hear why it is told to leave. */
const farewellMs = 5_000

/** A packet of Engine.IO. */
interface EnginePacket {
  readonly type: string
  readonly data?: unknown
}

/** An RTM connection over Socket.IO: one client in the namespace `/`, whatever its transport is at the moment. */
export class SocketIoConnection implements RtmConnection, OutletHost {
  readonly remoteAddress: string | null
  readonly #engine: Socket
  readonly #shared: Shared
  #outlet: Outlet
  #session: RtmSession | undefined
  /** What waits for the client to connect to the namespace. */
  #held: OutgoingFrame[] | undefined = []
  #isEnded = false
  #farewell: NodeJS.Timeout | undefined
  #takenBytesBefore = 0
  #maxFrameBytes = Number.POSITIVE_INFINITY
  #isPaused = false
  #onGone: () => void = () => {}

  constructor(engine: Socket, transport: SocketTransport | PollingTransport, shared: Shared) {
    this.#engine = engine
    this.#shared = shared
    this.remoteAddress = engine.remoteAddress ?? null
    this.#outlet =
      transport instanceof SocketTransport
        ? new SocketOutlet(transport, this, shared)
        : new PollingOutlet(engine, transport, this)
  }

  /** Opens the session with this connection, and lets it hear what comes. `onGone`: nothing is left of it. */
  serve(open: (connection: RtmConnection) => RtmSession, onGone: () => void): void {
    this.#onGone = onGone
    this.#session = open(this)
    this.#engine.on('packet', (packet: EnginePacket) => this.#hear(packet))
    this.#engine.on('upgrade', (transport: Transport) => this.#upgrade(transport))
    this.#engine.once('close', () => {
      const isOrderly = this.#isEnded
      this.#isEnded = true
      this.#outlet.over(isOrderly)
    })
    // Since revision 5 of the protocol the client asks for it.
    if (!this.#isRevision5) this.#connect()
  }

  /** A poll has come, which Engine.IO is about to see. */
  poll(response: ServerResponse): void {
    if (this.#outlet instanceof PollingOutlet) this.#outlet.poll(response)
  }

  get bufferedBytes(): number {
    return this.#outlet.bufferedBytes
  }

  get takenBytes(): number {
    return this.#takenBytesBefore + this.#outlet.takenBytes
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
    const hasToHear = this.#held !== undefined && this.#held.length > 0
    if (hasToHear) this.#farewell = setTimeout(() => this.terminate(), farewellMs)
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

  /** A packet, or packets in one request, over the limit: the engine ends the connection for it. */
  receiveTooMuch(): void {
    if (!this.#isEnded) this.#session?.receive({ value: undefined, length: Number.POSITIVE_INFINITY })
  }

  gone(): void {
    clearTimeout(this.#farewell)
    this.#session?.closed()
    this.#onGone()
  }

  get #isRevision5(): boolean {
    return this.#engine.protocol === 4
  }

  #hear({ type, data }: EnginePacket): void {
    switch (type) {
      case 'message':
        if (typeof data === 'string') this.#receive(data)
        else this.receiveBinary()
        return
      // The heartbeat, whichever side begins it.
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
    // No envelope, and refused as such.
    else if (packet.kind === 'other_event') this.#session?.receive({ value: undefined, length: text.length })
    else if (packet.kind === 'binary') this.receiveBinary()
    else if (packet.kind === 'disconnect') this.#violated()
    else this.receivePong()
  }

  /** Nothing is done for it: who waits for an acknowledgement takes its lack as a failure, and tries again. */
  #refuseAcknowledgement(id: string): void {
    if (this.receivePing()) this.#outlet.sendPacket(acknowledgementRefusal(id))
  }

  #join(namespace: string): void {
    if (namespace !== '/') {
      if (this.receivePing()) this.#outlet.sendPacket(refusalPacket(namespace, this.#isRevision5))
    } else if (this.#held !== undefined) this.#connect()
    // Of revision 4 every client is there already.
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

  /** The client leaves, or breaks the protocol. */
  #violated(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#leave(false)
  }

  /** `isTold`: as by the server, so that the client does not come back by itself. */
  #leave(isTold: boolean): void {
    if (isTold && this.#held === undefined) this.#outlet.sendPacket(disconnectPacket)
    this.#outlet.close()
  }

  #upgrade(transport: Transport): void {
    if (!(this.#outlet instanceof PollingOutlet) || !(transport instanceof SocketTransport)) return
    transport.probe?.release()
    transport.probe = undefined
    this.#takenBytesBefore = this.#outlet.leave()
    this.#outlet = new SocketOutlet(transport, this, this.#shared)
    this.#outlet.limitFrames(this.#maxFrameBytes)
    if (this.#isPaused) this.#outlet.pause()
  }
}
