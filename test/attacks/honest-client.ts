import assert from 'node:assert/strict'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { type Caller, call } from '../faults/wire.js'
import { isObject, parseObject } from '../fuzz/answers.js'
import { HttpPeer } from '../fuzz/http-peer.js'
import { within } from '../support/deadline.js'

type Json = Readonly<Record<string, unknown>>

const patienceMs = 20_000

/** A client that stays within all limits, and uses RTM and HTTP. */
export class HonestClient {
  readonly #port: number
  readonly #caller: Caller
  readonly #peer: HttpPeer
  readonly #socket: WebSocket
  readonly #waiting = new Map<string, (response: Json) => void>()
  /** A promise that rejects when the engine closes the connection. */
  readonly #closed: Promise<never>
  readonly #onText: (text: string) => void
  #requestCount = 0
  #isLeaving = false
  /** Close code with which the engine ended the connection. `undefined` while it is open. */
  closedWith: number | undefined

  private constructor(port: number, caller: Caller, socket: WebSocket, onText: (text: string) => void) {
    this.#port = port
    this.#caller = caller
    this.#peer = new HttpPeer(port)
    this.#socket = socket
    this.#onText = onText
    socket.on('message', (data: Buffer) => this.#receive(data))
    this.#closed = new Promise((_, reject) => {
      socket.on('close', (code) => {
        if (this.#isLeaving) return
        this.closedWith = code
        reject(new Error(`the connection was closed with ${code}`))
      })
    })
    // Prevents an unhandled rejection. Pending requests race with this promise, and other code reads `closedWith`.
    this.#closed.catch(() => undefined)
  }

  /**
   * Connects and logs in a client. `onText` is called with the text of each pushed message that begins with {@link
   * mark}.
   */
  static async connect(port: number, caller: Caller, onText: (text: string) => void): Promise<HonestClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${caller.root}/rtm/ws${caller.query}`)
    // A 'close' event follows each error, so errors are ignored.
    socket.on('error', () => undefined)
    await within(once(socket, 'open'), () => 'a connection', patienceMs)
    const client = new HonestClient(port, caller, socket, onText)
    await client.request('login', { token: caller.token })
    return client
  }

  /** Sends an action over RTM. Rejects unless the response reports success. */
  async request(action: string, payload: Json): Promise<Json> {
    this.#requestCount += 1
    const requestId = `${honestRequest}${this.#requestCount}`
    const answered = new Promise<Json>((resolve) => this.#waiting.set(requestId, resolve))
    this.#socket.send(JSON.stringify({ request_id: requestId, action, payload }))
    const response = await within(
      Promise.race([answered, this.#closed]),
      () => `the answer to ${action}`,
      patienceMs,
    )
    assert.ok(response.success === true, `${action}: ${JSON.stringify(response.payload)}`)
    return isObject(response.payload) ? response.payload : {}
  }

  /** Sends an action over HTTP. Rejects unless the response reports success. */
  async call(action: string, payload: Json): Promise<Json> {
    const answer = await call(this.#peer, this.#caller, action, payload)
    assert.ok(answer !== undefined, `${action}: the connection broke`)
    return answer
  }

  /** Opens a second connection of the same user, logs in and disconnects. */
  async arrive(): Promise<void> {
    const other = await HonestClient.connect(this.#port, this.#caller, () => undefined)
    await other.leave()
  }

  async leave(): Promise<void> {
    this.#isLeaving = true
    this.#peer.close()
    this.#socket.terminate()
  }

  /**
   * Handles one incoming frame. Frames that attackers cause also arrive here, so frames without the marks of honest
   * traffic are skipped unparsed.
   */
  #receive(data: Buffer): void {
    if (!data.includes(honestRequest) && !data.includes(mark)) return
    const frame = parseObject(data.toString())
    if (frame.type === 'response') {
      const requestId = String(frame.request_id)
      this.#waiting.get(requestId)?.(frame)
      this.#waiting.delete(requestId)
    } else if (
      frame.action === 'incoming_event' &&
      isObject(frame.payload) &&
      isObject(frame.payload.event)
    ) {
      this.#onText(String(frame.payload.event.text))
    }
  }
}

const honestRequest = 'honest request '
/** Prefix of the text of every honest message. */
export const mark = 'honest message '
