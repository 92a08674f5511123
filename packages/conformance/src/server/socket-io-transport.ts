import type { RtmAddress, RtmLink, RtmListener, RtmTransport } from './rtm-transport.js'

/** The methods that clients of all versions of `socket.io-client` share. */
export interface SocketIoClient {
  on(event: string, listener: (value: unknown) => void): unknown
  emit(event: string, ...values: unknown[]): unknown
  close(): unknown
}

/** The client options that the suite sets. */
export interface SocketIoClientOptions {
  readonly path: string
  readonly query: Record<string, string>
  readonly transports: ('polling' | 'websocket')[]
  readonly forceNew: boolean
  readonly reconnection: boolean
}

/** The function `io` of `socket.io-client`, version 2, 3 or 4. */
export type SocketIoConnect = (origin: string, options: SocketIoClientOptions) => SocketIoClient

/** Opens connections at `rtm/sio` through a Socket.IO client. */
export type SocketIoTransport = RtmTransport<SocketIoLink>

export interface SocketIoLink extends RtmLink {
  /** Sends any Socket.IO event, even one that the protocol does not have. */
  emit(event: string, ...values: unknown[]): void
}

/**
 * Creates a transport that runs the RTM cases through a Socket.IO client. `name` ends the names of the cases, such as
 * `Socket.IO 4`. `transports` lists what the client may use; by default it starts with polling and upgrades to a
 * websocket.
 */
export function socketIoTransport(
  name: string,
  io: SocketIoConnect,
  transports: SocketIoClientOptions['transports'] = ['polling', 'websocket'],
): SocketIoTransport {
  return {
    name,
    hasCloseCodes: false,
    connect: (place, listener) => connect(io, transports, place, listener),
  }
}

/** Returns the Socket.IO path without a slash at the end, which polling adds. */
export function socketIoAddress({ baseUrl, path }: RtmAddress): string {
  return `${baseUrl}${path}/sio`
}

async function connect(
  io: SocketIoConnect,
  transports: SocketIoClientOptions['transports'],
  place: RtmAddress,
  listener: RtmListener,
): Promise<SocketIoLink> {
  const { origin, pathname } = new URL(socketIoAddress(place))
  const query = Object.fromEntries(new URLSearchParams(place.query))
  const client = io(origin, { path: pathname, query, transports, forceNew: true, reconnection: false })
  client.on('message', (envelope) => listener.frame(envelope))
  client.on('disconnect', () => listener.closed(undefined))
  try {
    await connected(client)
  } catch (cause) {
    client.close()
    throw cause
  }
  return {
    send: (envelope) => void client.emit('message', envelope),
    emit: (event, ...values) => void client.emit(event, ...values),
    close: () => void client.close(),
  }
}

function connected(client: SocketIoClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('connect', () => resolve())
    // Version 2 emits both events.
    for (const failure of ['connect_error', 'error']) {
      client.on(failure, (cause) => reject(new Error('the client of Socket.IO did not connect', { cause })))
    }
  })
}
