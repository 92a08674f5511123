import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { httpMessage } from './attack.js'

/** A websocket frame with the header bits of RFC 6455 §5.2. */
export interface RawFrame {
  /** The first byte: FIN, three reserved bits and the opcode. */
  readonly head: number
  readonly payload?: Buffer
  readonly isMasked?: boolean
}

export const finText = 0x81
export const finClose = 0x88
export const finPing = 0x89

/** Returns the bytes of a frame, valid or not. The masking key is zero, so the payload is unchanged. */
export function rawFrame({ head, payload = Buffer.alloc(0), isMasked = true }: RawFrame): Buffer {
  const mask = isMasked ? 0x80 : 0
  const header = Buffer.concat([Buffer.from([head]), lengthOf(payload.length, mask)])
  return Buffer.concat([header, isMasked ? Buffer.alloc(4) : Buffer.alloc(0), payload])
}

function lengthOf(length: number, mask: number): Buffer {
  if (length <= 125) return Buffer.from([mask | length])
  const field = Buffer.alloc(length <= 0xffff ? 3 : 9)
  field[0] = mask | (length <= 0xffff ? 126 : 127)
  field.writeUIntBE(length, field.length === 3 ? 1 : 5, field.length === 3 ? 2 : 4)
  return field
}

/** Returns a complete upgrade request. */
export function handshakeOf(target: string): Buffer {
  return httpMessage('GET', target, [
    ['Host', 'parley.test'],
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  ])
}

/** Opens a socket that has finished the websocket handshake and then sends raw bytes. Errors only end it. */
export async function openRawWebSocket(port: number, target: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(handshakeOf(target))
  await once(socket, 'data')
  return socket
}

/** Resolves with the code of the close frame, or with `undefined` when the connection ends without one. */
export async function closeCodeOf(socket: Socket): Promise<number | undefined> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  const bytes = Buffer.concat(chunks)
  const at = bytes.indexOf(finClose)
  return at === -1 || bytes.length < at + 4 ? undefined : bytes.readUInt16BE(at + 2)
}
