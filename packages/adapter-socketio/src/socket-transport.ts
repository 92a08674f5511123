import type { Duplex } from 'node:stream'
import { SessionWebSocket } from '@parley/adapter-node/sockets'
import { type Transport, transports } from 'engine.io'

/** A request as Engine.IO sees it. */
export type EngineRequest = ConstructorParameters<typeof transports.websocket>[0]
type Packet = Parameters<Transport['send']>[0][number]

/** How Engine.IO writes the types of packets. */
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
 * Engine.IO's transport over a websocket, but that it does not write to the websocket itself once somebody else does: its
 * packets could come to stand within a frame that is on its way.
 */
export class SocketTransport extends transports.websocket {
  readonly websocket: SessionWebSocket
  readonly duplex: Duplex
  /** While the client tries the websocket beside its polling. */
  probe: { release(): void } | undefined
  /** Takes packets from now on, in order with what else it writes. */
  write: ((packet: string) => void) | undefined

  constructor(request: EngineRequest) {
    super(request)
    const { websocket, socket } = request
    if (!(websocket instanceof SessionWebSocket)) throw new TypeError('the websocket is not ours')
    this.websocket = websocket
    this.duplex = socket
  }

  override send(packets: Packet[]): void {
    for (const { type, data = '' } of packets) {
      const packet = `${typeDigits[type]}${data}`
      if (this.write === undefined) this.websocket.send(packet)
      else this.write(packet)
    }
    // It waits for nobody: who does not keep up is noticed by what is buffered.
    this.emit('drain')
    this.writable = true
    this.emit('ready')
  }

  /** A text has come. */
  hear(text: string): void {
    this.onData(text)
  }

  /** The websocket is gone. */
  lose(): void {
    this.onClose()
  }
}
