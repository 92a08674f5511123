import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { pingPath } from './scripted-edge.js'

export interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** Whether the connection has held until the end of the body. */
  readonly isComplete: boolean
  /** Whether the connection had served a request before. */
  readonly isReused: boolean
}

/** A client with one connection that it keeps, another that it asks aside, and as many more as a case opens. */
export class Client {
  readonly #port: number
  readonly #kept = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #aside = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(port: number) {
    this.#port = port
  }

  /** Begins a request on a connection of its own. What breaks shows as the end of the connection. */
  begin({ method = 'GET', path = '/', headers = {} }: Asked = {}): ClientRequest {
    return this.#begin({ method, path, headers, agent: false })
  }

  /** The answer to it, of which nothing is read yet. */
  async answerTo(asked: ClientRequest): Promise<IncomingMessage> {
    const [response] = await once(asked, 'response')
    return response
  }

  /** Asks on the connection that is kept, and reads the answer as far as it comes. */
  async ask({ method = 'GET', path = '/', headers = {}, body }: Asked = {}): Promise<Answer> {
    return this.#read(this.#begin({ method, path, headers, agent: this.#kept }).end(body))
  }

  /** The same for a request that was begun. */
  async read(asked: ClientRequest): Promise<Answer> {
    return this.#read(asked)
  }

  /** Resolves once the value stays the same, whatever else is served meanwhile. */
  async settled(value: () => number): Promise<number> {
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

  async #read(asked: ClientRequest): Promise<Answer> {
    const response = await this.answerTo(asked)
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
