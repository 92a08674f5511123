import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { pingPath } from './scripted-edge.js'

export interface RequestInput {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface ClientResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** Whether the connection stayed open until the end of the body. */
  readonly isComplete: boolean
  /** Whether the connection had already carried an earlier request. */
  readonly isReused: boolean
}

/**
 * An HTTP client with one kept-alive connection, a second one for pings, and a new one for each request that a case
 * begins.
 */
export class Client {
  readonly #port: number
  readonly #kept = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #aside = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(port: number) {
    this.#port = port
  }

  /** Begins a request on a connection of its own. Errors of the request show only as the end of the connection. */
  begin({ method = 'GET', path = '/', headers = {} }: RequestInput = {}): ClientRequest {
    return this.#begin({ method, path, headers, agent: false })
  }

  /** Resolves with the response to a request that was begun; its body has not been read yet. */
  async waitForResponse(asked: ClientRequest): Promise<IncomingMessage> {
    const [response] = await once(asked, 'response')
    return response
  }

  /** Sends a request on the kept-alive connection and reads the response, even when its body breaks off. */
  async send({ method = 'GET', path = '/', headers = {}, body }: RequestInput = {}): Promise<ClientResponse> {
    return this.#read(this.#begin({ method, path, headers, agent: this.#kept }).end(body))
  }

  /** Reads the response to a request that was begun, even when its body breaks off. */
  async read(asked: ClientRequest): Promise<ClientResponse> {
    return this.#read(asked)
  }

  /** Sends pings until `value` has stayed the same for many of them, and resolves with it. */
  async waitUntilSettled(value: () => number): Promise<number> {
    let last = value()
    for (let same = 0; same < 50; same += 1) {
      await this.#read(this.#begin({ path: pingPath, agent: this.#aside }).end())
      if (value() === last) continue
      last = value()
      same = 0
    }
    return last
  }

  close(): void {
    this.#kept.destroy()
    this.#aside.destroy()
  }

  #begin(options: RequestOptions): ClientRequest {
    const asked = request({ ...options, host: '127.0.0.1', port: this.#port })
    asked.on('error', () => undefined)
    return asked
  }

  async #read(asked: ClientRequest): Promise<ClientResponse> {
    const response = await this.waitForResponse(asked)
    const chunks: Buffer[] = []
    const isComplete = await collect(response, chunks)
    const { statusCode: status = 0, headers } = response
    return { status, headers, body: Buffer.concat(chunks), isComplete, isReused: asked.reusedSocket }
  }
}

async function collect(response: IncomingMessage, chunks: Buffer[]): Promise<boolean> {
  try {
    for await (const chunk of response) chunks.push(chunk)
  } catch {
    return false
  }
  return response.complete
}
