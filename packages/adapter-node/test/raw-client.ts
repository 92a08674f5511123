import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Mailbox } from './mailbox.js'

export interface RawResponse {
  readonly status: number
  /** Headers by name in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const headEnding = '\r\n\r\n'

/** A client that sends any bytes on one connection and reads responses with a content length. */
export class RawClient {
  readonly socket: Socket
  /** Resolves when the connection is gone, for whatever reason. */
  readonly closed: Promise<unknown>
  readonly #responses = new Mailbox<RawResponse>()
  #received = Buffer.alloc(0)
  /** Chunks received so far of an incomplete response. */
  #chunks: Buffer[] = []
  #missingBytes = 0

  readonly #transport: Socket

  private constructor(socket: Socket, transport: Socket) {
    this.socket = socket
    this.#transport = transport
    this.closed = new Promise((resolve) => socket.on('close', resolve))
    // Errors that end the connection count as its end.
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  static async open(port: number, isSecure = false): Promise<RawClient> {
    const transport = connect({ port, host: '127.0.0.1' })
    const socket = isSecure ? connectTls({ socket: transport, rejectUnauthorized: false }) : transport
    await once(socket, isSecure ? 'secureConnect' : 'connect')
    return new RawClient(socket, transport)
  }

  /** Resets the connection, like a network failure. */
  reset(): void {
    this.#transport.on('error', () => undefined).resetAndDestroy()
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  /** Returns the next response, including interim ones. */
  nextResponse(): Promise<RawResponse> {
    return this.#responses.take()
  }

  /** Returns the bodies of the next responses. */
  async bodies(count: number): Promise<readonly string[]> {
    const bodies: string[] = []
    while (bodies.length < count) bodies.push((await this.nextResponse()).body)
    return bodies
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#missingBytes -= chunk.length
    if (this.#missingBytes > 0) return
    this.#received = Buffer.concat([this.#received, ...this.#chunks])
    this.#chunks = []
    while (this.#takeAnswer());
  }

  #takeAnswer(): boolean {
    const headEnd = this.#received.indexOf(headEnding)
    if (headEnd === -1) return false
    const head = parseHead(this.#received.toString('latin1', 0, headEnd))
    const from = headEnd + headEnding.length
    const to = from + Number(head.headers.get('content-length') ?? 0)
    this.#missingBytes = to - this.#received.length
    if (this.#missingBytes > 0) return false
    this.#responses.put({ ...head, body: this.#received.toString('utf8', from, to) })
    this.#received = this.#received.subarray(to)
    return true
  }
}

function parseHead(head: string): Pick<RawResponse, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers) }
}
