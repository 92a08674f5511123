import { inParallel } from '../in-parallel.js'
import type { ClientOrder } from '../processes/messages.js'
import { ClosedLoop } from './closed-loop.js'
import { dialectOf } from './dialect.js'
import type { Load, Measurement } from './load.js'
import { RealtimeConnection } from './realtime-connection.js'

/** Agents who each have one message under way, in a chat of their own whose customer gets the push. */
class SendRtmLoad implements Load {
  readonly #order: ClientOrder
  readonly #loop = new ClosedLoop()
  #pushes = 0

  constructor(order: ClientOrder) {
    this.#order = order
  }

  async open(): Promise<void> {
    const { port, protocol, world } = this.#order
    const common = { port, world, dialect: dialectOf(protocol) }
    const countPush = () => {
      this.#pushes += 1
    }
    await inParallel(world.customerTokens.length, async (index) => {
      const token = world.customerTokens[index] ?? ''
      const opening = { ...common, role: 'customer', token } as const
      const connection = await RealtimeConnection.open(opening, { push: countPush })
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

  async #drive(index: number): Promise<void> {
    const { port, protocol, world } = this.#order
    const dialect = dialectOf(protocol)
    const frame = dialect.sendEvent(world.chatIds[index] ?? '')
    let sentAt = 0
    const response = () => {
      const now = performance.now()
      this.#loop.done(sentAt, now)
      sentAt = now
      connection.send(frame)
    }
    const opening = { port, world, dialect, role: 'agent', token: world.agentTokens[index] ?? '' } as const
    const connection = await RealtimeConnection.open(opening, { response })
    sentAt = performance.now()
    connection.send(frame)
  }
}

export function sendRtmLoad(order: ClientOrder): Load {
  return new SendRtmLoad(order)
}
