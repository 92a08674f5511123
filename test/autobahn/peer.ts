import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { httpMessage } from '../fuzz/attack.js'
import { within } from '../support/deadline.js'
import { decodeFrame, encodeFrame, type GotFrame, opcodes } from './frames.js'

/** Anything that the server sent except a close frame. */
export type ServerFrame =
  | { readonly kind: 'text' | 'binary' | 'pong'; readonly payload: Buffer }
  /** A frame that servers must not send, or that this client does not understand. */
  | { readonly kind: 'wrong'; readonly what: string }

const headEnd = '\r\n\r\n'
const patienceMs = 10_000

/** A websocket client on a raw socket. It sends any bytes it is given, and replies only to a close frame. */
export class Peer {
  /** Head of the response to the handshake. */
  readonly handshake: string
  readonly frames: ServerFrame[] = []
  /** Code of the server's close frame. `null` when the frame had no code, `undefined` when there was no close frame. */
  closeCode: number | null | undefined
  readonly #socket: Socket
  /** Callbacks that are waiting for the next frame or the end of the connection. */
  #waiting: (() => void)[] = []
  #received: Buffer
  #hasClosed = false
  #isEnded = false

  private constructor(socket: Socket, handshake: string, received: Buffer) {
    this.#socket = socket
    this.handshake = handshake
    this.#received = received
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('close', () => {
      this.#isEnded = true
      this.#wake()
    })
  }

  static async open(
    port: number,
    target: string,
    headers: readonly (readonly [name: string, value: string])[] = [],
  ): Promise<Peer> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    // An error that ends the connection is visible as its end.
    socket.on('error', () => undefined)
    const request = httpMessage('GET', target, [
      ['Host', 'parley.test'],
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Version', '13'],
      ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
      ...headers,
    ])
    socket.write(request)
    let received = Buffer.alloc(0)
    while (!received.includes(headEnd)) {
      const [chunk]: Buffer[] = await within(once(socket, 'data'), () => 'the handshake')
      received = Buffer.concat([received, chunk ?? Buffer.alloc(0)])
    }
    const end = received.indexOf(headEnd)
    return new Peer(socket, received.toString('latin1', 0, end), received.subarray(end + headEnd.length))
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Writes the bytes, in parts of `chopBytes` when given. Each part is on its way before the next one is written. */
  async write(bytes: Buffer, chopBytes = Math.max(bytes.length, 1)): Promise<void> {
    for (let from = 0; from < bytes.length && !this.#isEnded; from += chopBytes) {
      const chop = bytes.subarray(from, from + chopBytes)
      await new Promise<void>((resolve) => this.#socket.write(chop, () => resolve()))
    }
  }

  /** Records that this client has sent a close frame, so that it does not reply to the server's. */
  noteClosed(): void {
    this.#hasClosed = true
  }

  /** Resolves when the server has sent `count` frames in all, or the connection has ended. */
  async waitForFrames(count: number): Promise<void> {
    while (this.frames.length < count && !this.#isEnded) await this.waitForChange()
  }

  async waitForEnd(): Promise<void> {
    while (!this.#isEnded) await this.waitForChange()
  }

  /** Resolves when the server has sent another frame or the connection has ended. Rejects after a timeout. */
  waitForChange(): Promise<void> {
    return within(new Promise((resolve) => this.#waiting.push(resolve)), () => 'the server', patienceMs)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    for (;;) {
      const decoded = decodeFrame(this.#received)
      if (decoded === undefined) return
      this.#received = decoded.rest
      this.#handle(decoded.frame)
      this.#wake()
    }
  }

  #handle(frame: GotFrame): void {
    const { head, opcode, payload, isFinal, isMasked } = frame
    if (this.closeCode !== undefined) this.#record({ kind: 'wrong', what: 'a frame after the close frame' })
    else if (isMasked || !isFinal || (head & 0x70) !== 0)
      this.#record({ kind: 'wrong', what: `head ${head}` })
    else if (opcode === opcodes.close) this.#answerClose(payload)
    else this.#record(serverFrameOf(opcode, payload))
  }

  #record(frame: ServerFrame): void {
    this.frames.push(frame)
  }

  /** Replies to the server's close frame. The server then ends the connection (RFC 6455 §7.1.1). */
  #answerClose(payload: Buffer): void {
    this.closeCode = payload.length < 2 ? null : payload.readUInt16BE(0)
    if (!this.#hasClosed)
      this.#socket.write(encodeFrame({ opcode: opcodes.close, payload: payload.subarray(0, 2) }))
  }
}

function serverFrameOf(opcode: number, payload: Buffer): ServerFrame {
  switch (opcode) {
    case opcodes.text:
      return { kind: 'text', payload }
    case opcodes.binary:
      return { kind: 'binary', payload }
    case opcodes.pong:
      return { kind: 'pong', payload }
    default:
      return { kind: 'wrong', what: `opcode ${opcode}` }
  }
}
