import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const lookMs = 20

/** Accepts webhook requests, and counts each delivery once. */
export class WebhookReceiver {
  readonly #server: Server
  readonly #seen = new Set<string>()
  #firstAt = 0
  #lastAt = 0

  private constructor() {
    this.#server = createServer((request, response) => {
      request.resume().once('end', () => {
        this.#receive(String(request.headers['webhook-id']))
        response.writeHead(204).end()
      })
    })
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the receiver does not listen')
    return `http://127.0.0.1:${address.port}/`
  }

  get count(): number {
    return this.#seen.size
  }

  get perSecond(): number {
    return (this.#seen.size * 1_000) / (this.#lastAt - this.#firstAt)
  }

  async waitForDeliveries(count: number, withinMs: number): Promise<void> {
    for (const until = performance.now() + withinMs; this.#seen.size < count; await delay(lookMs)) {
      if (performance.now() > until) throw new Error(`${this.#seen.size} of ${count} events were delivered`)
    }
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  #receive(id: string): void {
    this.#seen.add(id)
    this.#lastAt = performance.now()
    this.#firstAt ||= this.#lastAt
  }
}
