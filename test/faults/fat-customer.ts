import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { isObject, parseObject } from '../fuzz/answers.js'
import { HttpPeer } from '../fuzz/http-peer.js'
import { byProfile } from '../support/profile.js'
import { Latencies } from './latencies.js'
import { agentOf, customerOf, type Tenant } from './tenant.js'
import { type Caller, call } from './wire.js'

const chatCount = byProfile({ quick: 20, full: 100, nightly: 100 })
/** Number of HTTP requests per second that the rate limit of a customer allows. */
const requestsPerSecond = 20
/** The status of requests that are refused because the pushes of earlier changes are still being charged. */
const tooManyStatus = 429

/** A customer of the maximum size, in as many chats as one change of the customer is pushed for. */
export class FatCustomer {
  readonly #peer: HttpPeer
  readonly #caller: Caller
  doneCount = 0
  refusedCount = 0

  private constructor(peer: HttpPeer, caller: Caller) {
    this.#peer = peer
    this.#caller = caller
  }

  static async connect(port: number, tenant: Tenant): Promise<FatCustomer> {
    const [, { customerToken = '' } = {}] = tenant.conversations
    const fat = new FatCustomer(new HttpPeer(port), customerOf(tenant, customerToken))
    const fields = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [index, '語'.repeat(340)]))
    await fat.#request('update_customer', { fields })
    const visits = Array.from({ length: 30 }, (_, index) => `https://a.example/${index}/${'x'.repeat(400)}`)
    for (const url of visits) await fat.#request('update_customer', { monitoring: { page: { url } } })
    // The customer is already in one chat.
    const events = [{ type: 'message', text: '語'.repeat(16_384) }]
    for (let count = 1; count < chatCount; count += 1) {
      await fat.#request('start_chat', { chat: { thread: { events } } })
    }
    return fat
  }

  /** Updates the customer at the maximum rate, with a small change each time. */
  async flood(isOver: () => boolean): Promise<void> {
    for (let count = 0; !isOver(); count += 1) {
      const isDone = await this.#request('update_customer', { name: `Name ${count}` })
      if (isDone) this.doneCount += 1
      else this.refusedCount += 1
      await delay(1_000 / requestsPerSecond)
    }
  }

  leave(): void {
    this.#peer.close()
  }

  async #request(action: string, payload: Readonly<Record<string, unknown>>): Promise<boolean> {
    const answer = await call(this.#peer, this.#caller, action, payload, { allowed: [200, tooManyStatus] })
    assert.ok(answer !== undefined, 'the connection broke')
    return !isObject(answer.error)
  }
}

/** Agents who are logged in and receive every change, and one agent who logs in repeatedly. */
export class Desk {
  readonly logins = new Latencies()
  pushCount = 0
  closedCount = 0
  readonly #port: number
  readonly #caller: Caller
  readonly #sockets: WebSocket[] = []

  constructor(port: number, tenant: Tenant) {
    this.#port = port
    this.#caller = agentOf(tenant)
  }

  async open(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const socket = await this.#logIn()
      socket.on('message', () => (this.pushCount += 1))
      socket.on('close', () => (this.closedCount += 1))
      this.#sockets.push(socket)
    }
  }

  async logInAgain(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const startedAt = performance.now()
      const socket = await this.#logIn()
      this.logins.record(performance.now() - startedAt)
      socket.close()
      await once(socket, 'close')
    }
  }

  leave(): void {
    for (const socket of this.#sockets) socket.removeAllListeners('close').close()
  }

  async #logIn(): Promise<WebSocket> {
    const { root, query, token } = this.#caller
    const socket = new WebSocket(`ws://127.0.0.1:${this.#port}${root}/rtm/ws${query}`)
    await once(socket, 'open')
    const answered = once(socket, 'message')
    socket.send(JSON.stringify({ action: 'login', payload: { token } }))
    const [data] = await answered
    const { action, success } = parseObject(String(data))
    assert.deepEqual({ action, success }, { action: 'login', success: true })
    return socket
  }
}
