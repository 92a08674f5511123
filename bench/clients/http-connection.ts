import { connect, type Socket } from 'node:net'

const lengthHeader = 'content-length: '
const headEnd = '\r\n\r\n'
const successStatus = 'HTTP/1.1 200'

/** A keep-alive connection with at most one request in progress. It reads only enough of a response to find its end. */
export class HttpConnection {
  readonly #socket: Socket
  readonly #answered: () => void
  #received = ''

  constructor(port: number, answered: () => void) {
    this.#answered = answered
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (chunk: string) => this.#receive(chunk))
    this.#socket.on('error', fail)
    this.#socket.on('close', () => fail(new Error('the server closed a connection under load')))
  }

  send(request: string | Buffer): void {
    this.#socket.write(request)
  }

  #receive(chunk: string): void {
    const received = this.#received === '' ? chunk : this.#received + chunk
    const bodyAt = bodyStart(received)
    if (bodyAt === undefined || received.length < bodyAt + bodyLength(received, bodyAt)) {
      this.#received = received
      return
    }
    this.#received = ''
    if (!received.startsWith(successStatus)) fail(new Error(`the server refused: ${received.slice(0, 400)}`))
    this.#answered()
  }
}

function bodyStart(received: string): number | undefined {
  const at = received.indexOf(headEnd)
  return at < 0 ? undefined : at + headEnd.length
}

function bodyLength(received: string, bodyAt: number): number {
  let at = received.indexOf(lengthHeader)
  if (at < 0 || at > bodyAt) at = received.indexOf('Content-Length: ')
  if (at < 0 || at > bodyAt) fail(new Error('an answer came without a length'))
  return Number.parseInt(received.slice(at + lengthHeader.length, at + lengthHeader.length + 10), 10)
}

/** Ends the round, because a load that loses a connection or is refused measures nothing. */
function fail(error: Error): never {
  throw error
}

export function postRequest(path: string, token: string, body: object): Buffer {
  const text = JSON.stringify(body)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}

export function getRequest(path: string, token: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`)
}
