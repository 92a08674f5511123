import { inParallel } from '../in-parallel.js'
import type { ClientOrder } from '../processes/messages.js'
import { dialectOf } from './dialect.js'
import { Latencies } from './latencies.js'
import type { Load, Measurement } from './load.js'
import { nodePort } from './node-port.js'
import { OrderReader, PushOrder } from './push-order.js'
import { RealtimeConnection } from './realtime-connection.js'

const outstandingCount = 4

/** One customer writes and many agents receive the pushes. An operation is one push to one agent. */
class FanOutLoad implements Load {
  readonly #order: ClientOrder
  readonly #latencies = new Latencies()
  readonly #orders = new OrderReader()
  readonly #pushOrders: PushOrder[] = []
  #send: () => void = () => {}
  #readers = 0
  #sentCount = 0
  #acknowledged = 0
  #deliveries = 0
  #sent: number[] = []
  /**
   * `flood` sends the next message whenever one has reached all agents. `timed` measures the latency of each push.
   * `quiet` sends nothing.
   */
  #mode: 'flood' | 'timed' | 'quiet' = 'quiet'

  constructor(order: ClientOrder) {
    this.#order = order
  }

  async open(): Promise<void> {
    const { port, protocol, world } = this.#order
    const common = { port, world, dialect: dialectOf(protocol) }
    this.#readers = world.agentTokens.length
    await inParallel(this.#readers, async (index) => {
      const pushOrder = new PushOrder()
      this.#pushOrders.push(pushOrder)
      const push = (bytes: Buffer, from: number, to: number) => {
        pushOrder.record(this.#orders.read(bytes, from, to))
        this.#delivered()
      }
      const token = world.agentTokens[index] ?? ''
      const opening = { ...common, port: nodePort(this.#order, index), role: 'agent', token } as const
      const connection = await RealtimeConnection.open(opening, { push })
      connection.keepAlive()
    })
    const token = world.customerTokens[0] ?? ''
    const response = () => {
      this.#acknowledged += 1
    }
    const sender = await RealtimeConnection.open({ ...common, role: 'customer', token }, { response })
    const frame = common.dialect.sendEvent(world.chatIds[0] ?? '')
    this.#send = () => {
      this.#sentCount += 1
      this.#sent.push(performance.now())
      sender.send(frame)
    }
  }

  measure(milliseconds: number, perSecond: number | null): Promise<Measurement> {
    return perSecond === null ? this.#flood(milliseconds) : this.#trickle(milliseconds, perSecond)
  }

  async settle(): Promise<number> {
    this.#mode = 'quiet'
    await this.#settle()
    while (this.#acknowledged < this.#sentCount) await elapsed(10)
    const wrong = this.#pushOrders.find(({ count }) => count !== this.#acknowledged)
    if (wrong !== undefined) {
      throw new Error(`a reader received ${wrong.count} of ${this.#acknowledged} messages`)
    }
    return this.#acknowledged
  }

  async #flood(milliseconds: number): Promise<Measurement> {
    this.#mode = 'flood'
    while (this.#outstanding() < outstandingCount) this.#send()
    const before = this.#deliveries
    const startedAt = performance.now()
    await elapsed(milliseconds)
    const operations = this.#deliveries - before
    const seconds = (performance.now() - startedAt) / 1_000
    this.#mode = 'quiet'
    return { operations, seconds, figures: {} }
  }

  async #trickle(milliseconds: number, perSecond: number): Promise<Measurement> {
    await this.#settle()
    this.#mode = 'timed'
    const startedAt = performance.now()
    const timer = setInterval(() => this.#send(), 1_000 / perSecond)
    await elapsed(milliseconds)
    clearInterval(timer)
    await this.#settle()
    this.#mode = 'quiet'
    const operations = this.#deliveries
    const seconds = (performance.now() - startedAt) / 1_000
    return { operations, seconds, figures: this.#latencies.figures() }
  }

  /** Waits until all pushes have arrived, then resets the counters. */
  async #settle(): Promise<void> {
    while (this.#outstanding() > 0) await elapsed(10)
    if (this.#mode === 'timed') return
    this.#sent = []
    this.#deliveries = 0
  }

  /**
   * Returns the number of messages that have not reached every reader. They arrive in the order in which they were
   * sent.
   */
  #outstanding(): number {
    return this.#sent.length - Math.floor(this.#deliveries / this.#readers)
  }

  #delivered(): void {
    if (this.#mode === 'timed') {
      const sentAt = this.#sent[Math.floor(this.#deliveries / this.#readers)] ?? 0
      this.#latencies.record(sentAt, performance.now())
    }
    this.#deliveries += 1
    if (this.#mode === 'flood' && this.#deliveries % this.#readers === 0) this.#send()
  }
}

function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

export function fanOutLoad(order: ClientOrder): Load {
  return new FanOutLoad(order)
}
