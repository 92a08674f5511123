import { inParallel } from '../in-parallel.js'
import type { ClientOrder } from '../processes/messages.js'
import { HttpConnection, postRequest } from './http-connection.js'
import { Latencies } from './latencies.js'
import type { Load, Measurement } from './load.js'
import { parleyDialect } from './parley-dialect.js'
import { RealtimeConnection } from './realtime-connection.js'
import { clientFrame } from './socket.js'

/** Number of agents who may wait for their next chat at the same time, when the load runs at full speed. */
const outstandingCount = 8

const assigned = Buffer.from('{"action":"incoming_chat_thread"')

interface Desk {
  readonly connection: RealtimeConnection
  chatId: string
  closedAt: number
}

/**
 * Agents with one chat each, who close it, so that routing assigns the next waiting one. Each time, a customer joins
 * the end of the queue. An operation is an assignment; its latency lasts from the request to close until the push of
 * the new chat.
 */
class RoutingLoad implements Load {
  readonly #order: ClientOrder
  readonly #latencies = new Latencies()
  /** Agents with a chat, the one who got theirs first at the front. */
  readonly #busy: Desk[] = []
  readonly #given = new Set<string>()
  readonly #newcomers: Newcomers
  #outstanding = 0
  #operations = 0
  #isFlood = false

  constructor(order: ClientOrder) {
    this.#order = order
    this.#newcomers = new Newcomers(order)
  }

  /** Resolves once each agent has a chat. */
  async open(): Promise<void> {
    const { agentTokens } = this.#order.world
    this.#outstanding = agentTokens.length
    await inParallel(agentTokens.length, (index) => this.#seat(agentTokens[index] ?? ''))
    await this.#settled()
  }

  async measure(milliseconds: number, perSecond: number | null): Promise<Measurement> {
    await this.#settled()
    this.#latencies.reset()
    const [before, startedAt] = [this.#operations, performance.now()]
    if (perSecond === null) await this.#flood(milliseconds)
    else await this.#trickle(milliseconds, perSecond)
    const operations = this.#operations - before
    const seconds = (performance.now() - startedAt) / 1_000
    await this.#settled()
    return { operations, seconds, figures: this.#latencies.figures() }
  }

  async settle(): Promise<number> {
    await this.#settled()
    return this.#operations
  }

  async #flood(milliseconds: number): Promise<void> {
    this.#isFlood = true
    while (this.#outstanding < outstandingCount) this.#closeOne()
    await elapsed(milliseconds)
    this.#isFlood = false
  }

  async #trickle(milliseconds: number, perSecond: number): Promise<void> {
    const timer = setInterval(() => this.#closeOne(), 1_000 / perSecond)
    await elapsed(milliseconds)
    clearInterval(timer)
  }

  async #seat(token: string): Promise<void> {
    const { port, world } = this.#order
    const push = (bytes: Buffer, from: number, to: number) => {
      if (bytes.compare(assigned, 0, assigned.length, from, from + assigned.length) !== 0) return
      this.#take(desk, JSON.parse(bytes.toString('utf8', from, to)).payload.chat.id)
    }
    const opening = { port, world, dialect: parleyDialect, role: 'agent', token } as const
    const connection = await RealtimeConnection.connect(opening, { push })
    const desk: Desk = { connection, chatId: '', closedAt: 0 }
    await connection.logIn()
    connection.keepAlive()
  }

  #take(desk: Desk, chatId: string): void {
    if (this.#given.has(chatId)) throw new Error('a chat was given out twice')
    this.#given.add(chatId)
    if (desk.closedAt > 0) this.#latencies.record(desk.closedAt, performance.now())
    desk.chatId = chatId
    this.#operations += 1
    this.#outstanding -= 1
    this.#busy.push(desk)
    if (this.#isFlood) this.#closeOne()
  }

  #closeOne(): void {
    const desk = this.#busy.shift()
    if (desk === undefined) return
    this.#outstanding += 1
    desk.closedAt = performance.now()
    const payload = { chat_id: desk.chatId }
    desk.connection.send(
      clientFrame(JSON.stringify({ request_id: 'close', action: 'close_thread', payload })),
    )
    this.#newcomers.add()
  }

  async #settled(): Promise<void> {
    while (this.#outstanding > 0 || this.#newcomers.areComing) await elapsed(10)
  }
}

/** Customers who start one chat each, in turn. */
class Newcomers {
  readonly #requests: readonly Buffer[]
  readonly #port: number
  readonly #idle: HttpConnection[] = []
  #next = 0
  #requestedCount = 0
  #startedCount = 0

  constructor({ port, world: { customerTokens, licenseId } }: ClientOrder) {
    const path = `/customer/v0.5/action/start_chat?license_id=${licenseId}`
    this.#requests = customerTokens.map((token) => postRequest(path, token, { payload: {} }))
    this.#port = port
  }

  get areComing(): boolean {
    return this.#startedCount < this.#requestedCount
  }

  add(): void {
    const request = this.#requests[this.#next]
    if (request === undefined) throw new Error('there are no customers')
    this.#next = (this.#next + 1) % this.#requests.length
    this.#requestedCount += 1
    const connection = this.#idle.pop() ?? this.#connect()
    connection.send(request)
  }

  #connect(): HttpConnection {
    const connection = new HttpConnection(this.#port, () => {
      this.#startedCount += 1
      this.#idle.push(connection)
    })
    return connection
  }
}

function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

export function routingLoad(order: ClientOrder): Load {
  return new RoutingLoad(order)
}
