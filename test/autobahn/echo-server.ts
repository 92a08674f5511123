import { once } from 'node:events'
import { type ServerOptions, WebSocketServer } from 'ws'
import { Peer } from './peer.js'
import type { Subject } from './subject.js'

export interface EchoServer {
  readonly subject: Subject
  readonly port: number
  close(): void
}

const nothing = Buffer.alloc(0)

/** Starts a plain `ws` server that echoes each message, as the testsuite expects. */
export async function startEchoServer(options: ServerOptions = {}): Promise<EchoServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', ...options })
  await once(server, 'listening')
  server.on('connection', (websocket) => {
    websocket.on('message', (data, isBinary) => websocket.send(data, { binary: isBinary }))
    // The connection has already been closed with a code when an error arrives.
    websocket.on('error', () => undefined)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const { port } = address
  const subject: Subject = {
    name: 'ws',
    open: () => Peer.open(port, '/'),
    around: [nothing, nothing],
    messageOf: (byteLength) => Buffer.alloc(byteLength, '*'),
    isAnswer: (frame, { type, bytes }) => frame.kind === type && frame.payload.equals(bytes),
    binaryCode: null,
  }
  return { subject, port, close: () => server.close() }
}
