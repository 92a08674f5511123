import type { Duplex } from 'node:stream'
import { SessionWebSocket } from '@parley/adapter-node/sockets'
import { type Transport, transports } from 'engine.io'

/** A request as Engine.IO sees it. */
export type EngineRequest = ConstructorParameters<typeof transports.websocket>[0]
type Packet = Parameters<Transport['send']>[0][number]

/** Digits by which Engine.IO encodes the types of packets. */
const typeDigits: Readonly<Record<Packet['type'], string>> = {
  open: '0',
  close: '1',
  ping: '2',
  pong: '3',
  message: '4',
  upgrade: '5',
  noop: '6',
  // Never sent.
  error: '',
}

/**
 * The websocket transport of Engine.IO. Once an outlet writes to the socket, this no longer writes to the websocket
 * itself, because its packets could end up inside another frame.
 */
export class SocketTransport extends transports.websocket {
  readonly websocket: SessionWebSocket
  readonly duplex: Duplex
  /** Probe while the client tries the websocket. `undefined` afterwards. */
  probe: { release(): void } | undefined
  /** Writes packets in order with the frames of the outlet. `undefined` until there is one. */
  write: ((packet: string) => void) | undefined

  constructor(request: EngineRequest) {
    super(request)
    const { websocket, socket } = request
    if (!(websocket instanceof SessionWebSocket)) throw new TypeError("the websocket is not one of Parley's")
    this.websocket = websocket
    this.duplex = socket
  }

  override send(packets: Packet[]): void {
    for (const { type, data = '' } of packets) {
      const packet = `${typeDigits[type]}${data}`
      if (this.write === undefined) this.websocket.send(packet)
      else this.write(packet)
    }
    // Engine.IO never waits. A client that does not keep up is noticed by its buffered bytes.
    this.emit('drain')
    this.writable = true
    this.emit('ready')
  }

  /** Receives a text message. */
  receive(text: string): void {
    this.onData(text)
  }

  /** Handles the loss of the websocket. */
  handleClose(): void {
    this.onClose()
  }
}
