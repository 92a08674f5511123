import type { RtmLink, RtmListener, RtmPlace, RtmTransport } from './rtm-transport.js'

/** What the clients of all versions of `socket.io-client` have in common. */
export interface SocketIoClient {
  on(event: string, listener: (value: unknown) => void): unknown
  emit(event: string, ...values: unknown[]): unknown
  close(): unknown
}

/** What a client is told; there is more that it takes. */
export interface SocketIoClientOptions {
  readonly path: string
  readonly query: Record<string, string>
  readonly transports: ('polling' | 'websocket')[]
  readonly forceNew: boolean
  readonly reconnection: boolean
}

/** `io` of `socket.io-client`, of version 2, 3 or 4. */
export type SocketIoConnect = (origin: string, options: SocketIoClientOptions) => SocketIoClient

/** A client of Socket.IO, which speaks `rtm/sio`. */
export type SocketIoTransport = RtmTransport<SocketIoLink>

export interface SocketIoLink extends RtmLink {
  /** Events that the protocol does not have, too. */
  emit(event: string, ...values: unknown[]): void
}

/**
 * Tries a server by a client of Socket.IO. `name`: what cases end with, as `Socket.IO 4`. `transports`: what the client
 * may use; by default it polls, and goes on with a websocket.
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

/** Of the path at which Socket.IO is spoken; polling adds a slash. */
export function socketIoAddress({ baseUrl, path }: RtmPlace): string {
  return `${baseUrl}${path}/sio`
}

async function connect(
  io: SocketIoConnect,
  transports: SocketIoClientOptions['transports'],
  place: RtmPlace,
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
    // Version 2 has both.
    for (const failure of ['connect_error', 'error']) {
      client.on(failure, (cause) => reject(new Error('the client of Socket.IO did not connect', { cause })))
    }
  })
}
