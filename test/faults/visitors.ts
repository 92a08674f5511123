import assert from 'node:assert/strict'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { isObject, parseObject } from '../fuzz/answers.js'
import { HttpPeer } from '../fuzz/http-peer.js'
import { within } from '../support/deadline.js'
import { Counter } from './ledger.js'
import { agentOf, customerOf, type Tenant } from './tenant.js'
import { type Caller, call, excusedStatuses, isExcused } from './wire.js'

/** Close codes that mean that the engine cannot serve anybody at the moment. */
const excusedCodes = [4003]

/** Maximum time to wait for a response, in milliseconds: longer than any request may take. */
const patienceMs = 30_000

/** Clients that connect, send one request and leave, one after the other, each on its own connection. */
export class Visitors {
  /** Number of visits that have ended. */
  readonly visits = new Counter()
  #isStopped = false
  #slowestMs = 0
  readonly #ended: Promise<unknown>

  constructor(port: number, tenant: Tenant, { mayReadsFail }: { readonly mayReadsFail: boolean }) {
    const [{ chatId = '', customerToken = '' } = {}] = tenant.conversations
    const customer = customerOf(tenant, customerToken)
    const agent = agentOf(tenant)
    const allowed = mayReadsFail ? [200, ...excusedStatuses] : [200]
    this.#ended = Promise.all([
      this.#repeat(() => logIn(port, customer)),
      this.#repeat(() => logIn(port, agent)),
      this.#repeat(() => read(port, customer, 'get_chats_summary', {}, allowed)),
      this.#repeat(() => read(port, agent, 'get_chat_threads', { chat_id: chatId }, allowed)),
    ])
    // `stop()` reports the error.
    this.#ended.catch(() => this.visits.abandon())
  }

  /** Duration of the longest visit, in milliseconds. */
  get slowestMs(): number {
    return this.#slowestMs
  }

  /** Stops the visitors. Rejects with the first error that one of them found. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await within(this.#ended, () => 'the last visits', patienceMs)
  }

  async #repeat(visit: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      const startedAt = performance.now()
      await visit()
      this.#slowestMs = Math.max(this.#slowestMs, performance.now() - startedAt)
      this.visits.add()
    }
  }
}

async function read(
  port: number,
  caller: Caller,
  action: string,
  payload: Readonly<Record<string, unknown>>,
  allowed: readonly number[],
): Promise<void> {
  const peer = new HttpPeer(port)
  const answer = await call(peer, caller, action, payload, { allowed })
  assert.ok(answer !== undefined, 'the connection broke')
  peer.close()
}

/**
 * Logs in over a new connection. Ends with a response, which may be an excused error, or with an excused close code.
 */
async function logIn(port: number, { root, query, token }: Caller): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${root}/rtm/ws${query}`)
  const closed = once(socket, 'close')
  socket.on('open', () => socket.send(JSON.stringify({ action: 'login', payload: { token } })))
  let isAnswered = false
  socket.on('message', (data) => {
    const { action, success, payload } = parseObject(data.toString())
    if (action !== 'login') return
    assert.ok(success === true || (isObject(payload) && isExcused(payload)), data.toString())
    isAnswered = true
    socket.close(1000)
  })
  const [code] = await closed
  assert.ok(isAnswered || excusedCodes.includes(code), `closed with ${code} and without an answer`)
}
