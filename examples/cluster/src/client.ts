import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { at } from './json.js'
import type { Dial, Wire } from './wires.js'

/** The API has refused the request. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** The connection ended before the response arrived, so it is unknown whether the request was carried out. */
class LostError extends Error {
  override readonly name = 'LostError'
}

export interface ClientListener {
  pushed(push: Push): void
  /** Called after each login. Pushes arrive from now on, and `ask` works on this connection. */
  loggedIn(answer: unknown, request: SendRequest): Promise<void>
  lost(): void
}

export interface Push {
  readonly action: string
  readonly payload: unknown
  /** Sequence of the push in its chat; `undefined` when the push has none. */
  readonly sequence: number | undefined
}

/** Sends a request on the current connection. Rejects when the connection ends. */
export type SendRequest = (action: string, payload: object) => Promise<unknown>

export interface ClientOptions {
  readonly dial: Dial
  /** Returns the payload of the login. Called for each login. */
  login(): object
  readonly listener: ClientListener
}

const reconnectMs = 1_000

/**
 * An RTM client that reconnects when its connection ends. It repeats unanswered requests with the same idempotency key,
 * so that none is carried out twice.
 */
export class Client {
  readonly #options: ClientOptions
  readonly #waiting = new Map<string, Deferred>()
  #wire: Wire | undefined
  #isOnline = deferred()
  #isClosed = false

  constructor(options: ClientOptions) {
    this.#options = options
    this.#connect()
  }

  /** Resolves with the payload of the response, even when the request has to be repeated. */
  async request(action: string, payload: object): Promise<unknown> {
    const idempotencyKey = randomUUID()
    for (;;) {
      await this.#isOnline.promise
      try {
        return await this.#ask(action, payload, idempotencyKey)
      } catch (cause) {
        if (!(cause instanceof LostError)) throw cause
      }
    }
  }

  async #ask(action: string, payload: object, idempotencyKey?: string): Promise<unknown> {
    if (this.#wire === undefined) throw new LostError(action)
    const requestId = randomUUID()
    const answer = deferred()
    this.#waiting.set(requestId, answer)
    this.#wire.send({ request_id: requestId, action, payload, idempotency_key: idempotencyKey })
    return answer.promise
  }

  close(): void {
    this.#isClosed = true
    this.#wire?.close()
  }

  #connect(): void {
    const wire = this.#options.dial({
      opened: () => {
        this.#wire = wire
        void this.#logIn()
      },
      received: (message) => this.#receive(message),
      ended: () => void this.#end(),
    })
  }

  async #logIn(): Promise<void> {
    const { listener } = this.#options
    try {
      const answer = await this.#ask('login', this.#options.login())
      await listener.loggedIn(answer, (action, payload) => this.#ask(action, payload))
      this.#isOnline.resolve(undefined)
    } catch (cause) {
      // After a lost connection the client reconnects. Any other failure rejects the waiting requests.
      if (!(cause instanceof LostError)) this.#isOnline.reject(cause)
    }
  }

  #receive(message: unknown): void {
    if (at(message, 'type') === 'push') {
      const sequence = at(message, 'sequence')
      this.#options.listener.pushed({
        action: String(at(message, 'action')),
        payload: at(message, 'payload'),
        sequence: typeof sequence === 'number' ? sequence : undefined,
      })
      return
    }
    const requestId = String(at(message, 'request_id'))
    const waiting = this.#waiting.get(requestId)
    this.#waiting.delete(requestId)
    if (at(message, 'success') === true) waiting?.resolve(at(message, 'payload'))
    else waiting?.reject(new RefusedError(JSON.stringify(at(message, 'payload'))))
  }

  async #end(): Promise<void> {
    const wasThere = this.#wire !== undefined
    this.#wire = undefined
    if (wasThere) this.#isOnline = deferred()
    for (const waiting of this.#waiting.values()) waiting.reject(new LostError('the connection has ended'))
    this.#waiting.clear()
    if (this.#isClosed) return
    if (wasThere) this.#options.listener.lost()
    await pause(reconnectMs)
    if (!this.#isClosed) this.#connect()
  }
}

interface Deferred {
  readonly promise: Promise<unknown>
  resolve(value: unknown): void
  reject(cause: unknown): void
}

function deferred(): Deferred {
  let resolve: (value: unknown) => void = () => {}
  let reject: (cause: unknown) => void = () => {}
  const promise = new Promise<unknown>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  // Prevents an unhandled rejection when no request waits.
  promise.catch(() => {})
  return { promise, resolve, reject }
}
