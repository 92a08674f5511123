import assert from 'node:assert/strict'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { isObject, parseObject } from '../fuzz/answers.js'
import { HttpPeer } from '../fuzz/http-peer.js'
import { within } from '../support/deadline.js'
import { Tally } from './ledger.js'
import { agentOf, customerOf, type Tenant } from './tenant.js'
import { type Caller, call, excusedStatuses, isExcused } from './wire.js'

/** Close codes with which the engine says that it cannot serve anybody now. */
const excusedCodes = [4003]

/** Longer than any request may take. */
const patienceMs = 30_000

/** Clients that come, ask one thing and go, one after the other, each on a connection of its own. */
export class Visitors {
  /** Visits that have ended. */
  readonly visits = new Tally()
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
    // Heard from `stop()`.
    this.#ended.catch(() => this.visits.abandon())
  }

  /** How long the longest visit took. */
  get slowestMs(): number {
    return this.#slowestMs
  }

  /** Rejects with what one of them found wrong. */
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

/** Ends with the answer, which may be an excuse, or with a close that is one. */
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
