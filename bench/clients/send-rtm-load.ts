import { inParallel } from '../in-parallel.js'
import type { ClientOrder } from '../processes/messages.js'
import { ClosedLoop } from './closed-loop.js'
import { dialectOf } from './dialect.js'
import type { Load, Measurement } from './load.js'
import { nodePort } from './node-port.js'
import { OrderReader, PushOrder } from './push-order.js'
import { RealtimeConnection } from './realtime-connection.js'

/** Agents who each have one message in progress, in a chat of their own whose customer receives the push. */
class SendRtmLoad implements Load {
  readonly #order: ClientOrder
  readonly #loop = new ClosedLoop()
  readonly #orders = new OrderReader()
  #pushes = 0
  #allPushes = 0
  #pushed: () => void = () => {}

  constructor(order: ClientOrder) {
    this.#order = order
  }

  async open(): Promise<void> {
    const { protocol, world } = this.#order
    const common = { world, dialect: dialectOf(protocol) }
    await inParallel(world.customerTokens.length, async (index) => {
      const token = world.customerTokens[index] ?? ''
      // The customer connects to another node than the agent when there are several.
      const port = nodePort(this.#order, index + 1)
      const opening = { ...common, port, role: 'customer', token } as const
      const pushOrder = new PushOrder()
      const push = (bytes: Buffer, from: number, to: number) => {
        pushOrder.record(this.#orders.read(bytes, from, to))
        this.#pushes += 1
        this.#allPushes += 1
        this.#pushed()
      }
      const connection = await RealtimeConnection.open(opening, { push })
      connection.keepAlive()
    })
    await inParallel(world.chatIds.length, (index) => this.#drive(index))
  }

  async measure(milliseconds: number): Promise<Measurement> {
    this.#pushes = 0
    const measured = await this.#loop.measure(milliseconds)
    const pushesPerOperation = this.#pushes / measured.operations
    return { ...measured, figures: { ...measured.figures, pushesPerOperation } }
  }

  async settle(): Promise<number> {
    const acknowledged = await this.#loop.settle()
    await new Promise<void>((resolve) => {
      this.#pushed = () => {
        if (this.#allPushes >= acknowledged) resolve()
      }
      this.#pushed()
    })
    if (this.#allPushes > acknowledged) {
      throw new Error(`${this.#allPushes} pushes of ${acknowledged} messages`)
    }
    return acknowledged
  }

  async #drive(index: number): Promise<void> {
    const { protocol, world } = this.#order
    const port = nodePort(this.#order, index)
    const dialect = dialectOf(protocol)
    const frame = dialect.sendEvent(world.chatIds[index] ?? '')
    let sentAt = 0
    const response = () => {
      const now = performance.now()
      this.#loop.done(sentAt, now)
      sentAt = now
      if (this.#loop.begin()) connection.send(frame)
    }
    const opening = { port, world, dialect, role: 'agent', token: world.agentTokens[index] ?? '' } as const
    const connection = await RealtimeConnection.open(opening, { response })
    sentAt = performance.now()
    if (this.#loop.begin()) connection.send(frame)
  }
}

export function sendRtmLoad(order: ClientOrder): Load {
  return new SendRtmLoad(order)
}
