import { once } from 'node:events'
import { connect, type Server, type Socket } from 'node:net'
import { WebSocket } from 'ws'

export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
  return address.port
}

/** Sends the bytes and returns all that comes back until the server ends the connection. */
export async function exchange(port: number, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

export async function openWebSocket(port: number, path = '/parley/rtm'): Promise<WebSocket> {
  const websocket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  await once(websocket, 'open')
  return websocket
}

export function handshakeFor(path: string): string {
  const headers = [
    'Host: localhost',
    'Connection: Upgrade, close',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
  ]
  return `GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`
}

/** Returns an h2c upgrade request as curl and Java send it, except that the connection ends after the response. */
export function h2cRequest(path: string): string {
  const headers = ['Host: localhost', 'Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c']
  return `GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n`
}

/** Opens a websocket and returns its paused socket, which delivers raw bytes after the handshake. */
export async function openRawWebSocket(port: number, path = '/parley/rtm'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.write(handshakeFor(path))
  await once(socket, 'data')
  socket.pause()
  return socket
}
