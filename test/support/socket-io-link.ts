import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { within } from './deadline.js'
import type { Closing, Headers, Link, LinkListener, Refusal, Wire } from './link.js'
import { profile } from './profile.js'
import { linkParameter, takeClosing, waitUntilClosed } from './watched-edge.js'
import { userAgent } from './web-client.js'

/** Major versions of the Socket.IO client. */
export const socketIoVersions = [2, 3, 4] as const
export const socketIoTransports = {
  polling: ['polling'],
  websocket: ['websocket'],
  upgrade: ['polling', 'websocket'],
} as const

export type SocketIoVersion = (typeof socketIoVersions)[number]
/** Versions whose clients are installed in this profile. The older ones come with test/full/package.json. */
export const installedVersions: readonly SocketIoVersion[] = profile === 'quick' ? [4] : socketIoVersions
type Transports = keyof typeof socketIoTransports

interface Readable {
  pause(): void
  resume(): void
}

/** The interface that the clients of all versions share. The websockets of versions 2 and 3 cannot pause. */
interface Client {
  on(event: string, listener: (value: unknown) => void): unknown
  emit(event: string, value: unknown): unknown
  close(): unknown
  readonly io: {
    readonly engine: {
      write(packet: string): unknown
      readonly transport: { readonly ws?: Readable | { readonly _socket: Readable } }
    }
  }
}

type Connect = (url: string, options: object) => Client

const packages: Readonly<Record<SocketIoVersion, string>> = {
  2: 'socket.io-client-2',
  3: 'socket.io-client-3',
  4: 'socket.io-client',
}
/** The older clients are installed only in test/full, for `npm run test:full`. */
const load: (name: string) => unknown = createRequire(new URL('../full/', import.meta.url))

/** Returns the name of the wire for clients of that version. */
export function nameOf(version: SocketIoVersion, transports: Transports): string {
  return `socket.io ${version} ${transports}`
}

export function socketIoWire(version: SocketIoVersion, transports: Transports): Wire {
  const connect = connectOf(version)
  return {
    name: nameOf(version, transports),
    hasControlFrames: false,
    sendsTogether: false,
    canStopReading: transports === 'websocket',
    turnsPerRoundTrip: 1_000,
    async open(url: string, headers: Headers, listener: LinkListener): Promise<Link> {
      const { origin, pathname, searchParams } = new URL(url.replace(/^ws/, 'http'))
      const link = randomUUID()
      const client = connect(origin, {
        path: pathname.replace(/\/rtm\/ws$/, '/rtm/sio'),
        query: { ...Object.fromEntries(searchParams), [linkParameter]: link },
        transports: socketIoTransports[transports],
        extraHeaders: { 'user-agent': userAgent, ...headers },
        forceNew: true,
        reconnection: false,
      })
      client.on('message', (envelope) => listener.received(JSON.stringify(envelope)))
      client.on('disconnect', async (reason) => {
        // The client does not wait for the server when it disconnects.
        if (reason === 'io client disconnect') await waitUntilClosed(link)
        listener.closed(closingOf(link, String(reason)))
      })
      await within(connected(client), () => `the connection to ${url}`)
      return linkOf(client)
    },
    openRefused: fetchRefusal,
  }
}

/** Returns the `io` function of the client of that version. */
export function connectOf(version: SocketIoVersion): Connect {
  const loaded = load(packages[version])
  assert.ok(isConnect(loaded), `${packages[version]} exports a client`)
  return loaded
}

function isConnect(loaded: unknown): loaded is Connect {
  return typeof loaded === 'function'
}

function connected(client: Client): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('connect', () => resolve())
    for (const failure of ['connect_error', 'error']) {
      client.on(failure, (cause) => reject(new Error('the client did not connect', { cause })))
    }
  })
}

/**
 * Returns the close code of the engine, which Socket.IO does not transmit. Checks that the client was given the
 * matching reason.
 */
function closingOf(link: string, reason: string): Closing {
  const closing = takeClosing(link)
  if (closing === undefined) return { code: 1006, reason }
  // A client that was disconnected by the server does not reconnect automatically.
  const { code } = closing
  if (code === 1012) assert.notEqual(reason, 'io server disconnect')
  else if (code >= 4_000 && code !== 4_009) assert.equal(reason, 'io server disconnect')
  return closing
}

function linkOf(client: Client): Link {
  const noControlFrames = () => assert.fail('Socket.IO clients send no control frames')
  const incoming = () => {
    const websocket = client.io.engine.transport.ws ?? assert.fail('the transport is a websocket')
    return 'pause' in websocket ? websocket : websocket._socket
  }
  return {
    send(text) {
      const envelope = parsed(text)
      // Invalid or differently formatted JSON is sent exactly as the test wrote it.
      if (envelope === undefined || JSON.stringify(envelope) !== text) {
        client.io.engine.write(`2["message",${text}]`)
      } else client.emit('message', envelope)
    },
    sendBinary: (bytes) => client.emit('message', bytes),
    ping: noControlFrames,
    pong: noControlFrames,
    pause: () => incoming().pause(),
    resume: () => incoming().resume(),
    close: () => client.close(),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function fetchRefusal(url: string, headers: Headers): Promise<Refusal> {
  const handshakeUrl = new URL(url.replace(/^ws/, 'http').replace('/rtm/ws', '/rtm/sio/'))
  handshakeUrl.searchParams.set('EIO', '4')
  handshakeUrl.searchParams.set('transport', 'polling')
  const response = await fetch(handshakeUrl, { headers: { 'user-agent': userAgent, ...headers } })
  const text = await response.text()
  assert.notEqual(response.status, 200, `${url} was not refused`)
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, body: JSON.parse(text), ...(retryAfter !== null && { retryAfter }) }
}
