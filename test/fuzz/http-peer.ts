import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface HttpAnswer {
  readonly status: number
  /** Headers of the response, with names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Maximum time to wait for the server, in milliseconds: far more than anything here needs. */
const timeoutMs = 20_000

/** A client that sends any bytes, and reuses its connection for as long as the server keeps it open. */
export class HttpPeer {
  readonly #port: number
  readonly #localAddress: string
  #socket: Socket | undefined

  constructor(port: number, localAddress = '127.0.0.1') {
    this.#port = port
    this.#localAddress = localAddress
  }

  /** Sends the bytes and returns the response, or `undefined` when the connection was closed without one. */
  async exchange(
    bytes: Buffer,
    options: { isHead?: boolean; endsAfter?: boolean } = {},
  ): Promise<HttpAnswer | undefined> {
    const socket = await this.#open()
    const answer = readAnswer(socket, options.isHead ?? false)
    if (options.endsAfter) socket.end(bytes)
    else socket.write(bytes)
    const read = await answer
    const isOver = read === undefined || options.endsAfter || read.headers.get('connection') === 'close'
    if (isOver || read.status === 101) this.close()
    return read
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #open(): Promise<Socket> {
    const present = this.#socket
    if (present !== undefined && !present.destroyed && present.writable) return present
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: this.#localAddress })
    // A reset ends the connection like any other close; `readAnswer` notices it.
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    this.#socket = socket
    return socket
  }
}

function readAnswer(socket: Socket, isHead: boolean): Promise<HttpAnswer | undefined> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const finish = (answer: HttpAnswer | undefined) => {
      clearTimeout(timer)
      socket.off('data', onData).off('close', onClose)
      resolve(answer)
    }
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const answer = parseAnswer(received, isHead)
      if (answer !== undefined) finish(answer)
    }
    const onClose = () => finish(undefined)
    const timer = setTimeout(() => {
      reject(new Error(`no answer within ${timeoutMs} ms; so far: ${received.toString('latin1')}`))
      socket.destroy()
    }, timeoutMs)
    socket.on('data', onData).on('close', onClose)
  })
}

/** Returns the first final response in the bytes once it is complete. */
export function parseAnswer(bytes: Buffer, isHead: boolean): HttpAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  const rest = bytes.subarray(end + 4)
  if (status === 100) return parseAnswer(rest, isHead)
  const headers = new Map(lines.map(splitHeader))
  const length = isHead || status === 204 ? 0 : Number(headers.get('content-length') ?? 0)
  if (rest.length < length) return undefined
  return { status, headers, body: rest.toString('utf8', 0, length) }
}

function splitHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}
