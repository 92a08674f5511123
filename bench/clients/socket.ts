import { connect, type Socket } from 'node:net'

/** Buffer into which all sockets of this process read in turn. Its content is only valid while a frame is handled. */
const sharedBuffer = Buffer.allocUnsafe(262_144)

const handshakeKey = 'cGFybGV5LWJlbmNobWFyaw=='

/** A minimal websocket client that only finds frame boundaries. It masks its own frames with zeros. */
export class RawWebSocket {
  /** Resolves once the server has accepted the upgrade. */
  readonly opened: Promise<void>
  readonly #socket: Socket
  readonly #onFrame: (bytes: Buffer, from: number, to: number) => void
  #resolveOpened: (() => void) | undefined
  #rest: Buffer | undefined
  #isClosed = false

  /** `onFrame` is called with the payload of each frame, in a buffer that is valid only during the call. */
  constructor(port: number, path: string, onFrame: (bytes: Buffer, from: number, to: number) => void) {
    this.#onFrame = onFrame
    this.opened = new Promise((resolve) => {
      this.#resolveOpened = resolve
    })
    const callback = (length: number) => {
      this.#receive(sharedBuffer.subarray(0, length))
      return true
    }
    const onread = { buffer: sharedBuffer, callback }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    this.#socket.on('error', (error) => {
      throw error
    })
    this.#socket.on('close', () => {
      if (!this.#isClosed) throw new Error('the server closed a websocket under load')
    })
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${handshakeKey}\r\n\r\n`,
    )
  }

  send(frame: Buffer): void {
    this.#socket.write(frame)
  }

  close(): void {
    this.#isClosed = true
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk])
    this.#rest = undefined
    const from = this.#resolveOpened === undefined ? 0 : this.#readHead(bytes)
    if (from !== undefined) this.#readFrames(bytes, from)
    else this.#rest = Buffer.from(bytes)
  }

  #readHead(bytes: Buffer): number | undefined {
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    if (!bytes.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) {
      throw new Error(`the server refused: ${bytes.toString().slice(0, 400)}`)
    }
    this.#resolveOpened?.()
    this.#resolveOpened = undefined
    return end + 4
  }

  #readFrames(bytes: Buffer, start: number): void {
    let at = start
    while (at < bytes.length) {
      const from = at + headerLength(bytes, at)
      if (from > bytes.length) break
      const to = from + payloadLength(bytes, at)
      if (to > bytes.length) break
      this.#onFrame(bytes, from, to)
      at = to
    }
    if (at < bytes.length) this.#rest = Buffer.from(bytes.subarray(at))
  }
}

/**
 * Returns the length of a frame's header. When only its first byte has arrived, the result still ends beyond the
 * received bytes.
 */
function headerLength(bytes: Buffer, at: number): number {
  return bytes[at + 1] === 126 ? 4 : bytes[at + 1] === 127 ? 10 : 2
}

function payloadLength(bytes: Buffer, at: number): number {
  const short = bytes[at + 1] ?? 0
  if (short === 126) return bytes.readUInt16BE(at + 2)
  return short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short
}

/** Returns a text frame with the mask that clients must use. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const header =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([header, Buffer.alloc(4), payload])
}
