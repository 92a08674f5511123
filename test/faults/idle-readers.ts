import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { parseObject } from '../fuzz/answers.js'
import { HttpPeer } from '../fuzz/http-peer.js'
import { within } from '../support/deadline.js'
import { Latencies } from './latencies.js'
import { agentOf, customerOf, type Tenant } from './tenant.js'
import { checkWaits } from './waits.js'
import { type Caller, call } from './wire.js'

/** Time from a response to the next request, in milliseconds. */
const pauseMs = 5

/** Well-behaved clients that only read: each sends the same request repeatedly and measures the response time. */
export class IdleReaders {
  readonly reads = new Latencies()
  readonly pings = new Latencies()
  readonly rtmReads = new Latencies()
  readonly #stop = new AbortController()
  readonly #peer: HttpPeer
  readonly #socket: WebSocket
  readonly #ended: Promise<unknown>

  private constructor(port: number, tenant: Tenant, socket: WebSocket) {
    this.#peer = new HttpPeer(port)
    this.#socket = socket
    const [{ chatId = '', customerToken = '' } = {}] = tenant.conversations
    const customer = customerOf(tenant, customerToken)
    const readThreads = { action: 'get_chat_threads', payload: { chat_id: chatId } }
    this.#ended = Promise.all([
      this.#repeat(this.reads, () => this.#read(customer)),
      this.#repeat(this.pings, () => this.#request('ping', { action: 'ping' })),
      this.#repeat(this.rtmReads, () => this.#request('read', readThreads)),
    ])
    // `stop()` reports the error.
    this.#ended.catch(() => this.#stop.abort())
  }

  /** Connects an agent, who logs in, and a customer. */
  static async connect(port: number, tenant: Tenant): Promise<IdleReaders> {
    const { root, query, token } = agentOf(tenant)
    const socket = new WebSocket(`ws://127.0.0.1:${port}${root}/rtm/ws${query}`)
    await once(socket, 'open')
    await ask(socket, 'login', { action: 'login', payload: { token } })
    return new IdleReaders(port, tenant, socket)
  }

  /** Stops the witnesses. Rejects with the first error that one of them found. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#ended
    this.#peer.close()
    this.#socket.close()
  }

  toString(): string {
    return `HTTP reads ${this.reads}; RTM reads ${this.rtmReads}; pings ${this.pings}`
  }

  /** Checks that all of them were served all the time. `share` is the part of a waiting time that counts. */
  check(share: number): void {
    for (const latencies of [this.reads, this.rtmReads, this.pings]) checkWaits(latencies, share)
  }

  async #repeat(latencies: Latencies, ask: () => Promise<void>): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const startedAt = performance.now()
      await ask()
      latencies.record(performance.now() - startedAt)
      await delay(pauseMs)
    }
  }

  async #read(customer: Caller): Promise<void> {
    const answer = await call(this.#peer, customer, 'get_chats_summary', {})
    assert.ok(answer !== undefined, 'the connection broke')
  }

  #request(requestId: string, envelope: object): Promise<void> {
    return ask(this.#socket, requestId, envelope)
  }
}

/** Sends a request and resolves when it succeeded. Ignores pushes and other responses. */
function ask(socket: WebSocket, requestId: string, envelope: object): Promise<void> {
  const answered = new Promise<void>((resolve, reject) => {
    const end = (error?: Error) => {
      socket.off('message', onMessage)
      socket.off('close', fail)
      if (error === undefined) resolve()
      else reject(error)
    }
    const fail = () => end(new Error('the connection was closed'))
    const onMessage = (data: { toString(): string }) => {
      const frame = parseObject(data.toString())
      if (frame.request_id !== requestId || frame.type !== 'response') return
      end(frame.success === true ? undefined : new Error(data.toString()))
    }
    socket.on('message', onMessage)
    socket.on('close', fail)
  })
  socket.send(JSON.stringify({ ...envelope, request_id: requestId }))
  return within(answered, () => `the answer to ${requestId}`, 30_000)
}
