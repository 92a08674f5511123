import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { after, mock } from 'node:test'
import { Webhook } from 'standardwebhooks'

/** A request that the destination received. */
export interface ReceivedRequest {
  readonly id: string
  readonly timestamp: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

type Respond = (received: ReceivedRequest, response: ServerResponse) => void

/** A webhook destination for tests: records its requests in order, and sends configurable responses. */
export class DestinationServer {
  readonly requests: ReceivedRequest[] = []
  respond: Respond = (_, response) => response.writeHead(204).end()
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  /** Starts a destination that closes at the end of the suite or test that started it. */
  static async start(): Promise<DestinationServer> {
    const server = createServer()
    const destination = new DestinationServer(server)
    server.on('request', (request, response) => void destination.#answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    after(() => destination.stop())
    return destination
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the destination does not listen')
    return `http://127.0.0.1:${address.port}/hook`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
    } catch {
      return
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    )
    const received = {
      id: headers['webhook-id'] ?? '',
      timestamp: Number(headers['webhook-timestamp']),
      body: Buffer.concat(chunks).toString(),
      headers,
    }
    this.requests.push(received)
    this.respond(received, response)
  }
}

/**
 * Checks the signature of the request with that key at time `now`, like common receivers do. Throws when it is not
 * valid.
 */
export function verify(
  secretKey: string,
  { body, headers }: Pick<ReceivedRequest, 'body' | 'headers'>,
  now: number,
): unknown {
  const receiver = secretKey.startsWith('whsec_')
    ? new Webhook(secretKey)
    : new Webhook(new TextEncoder().encode(secretKey), { format: 'raw' })
  mock.timers.enable({ apis: ['Date'], now })
  try {
    return receiver.verify(body, { ...headers })
  } finally {
    mock.timers.reset()
  }
}
