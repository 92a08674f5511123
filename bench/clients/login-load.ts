import { inParallel } from '../in-parallel.js'
import type { ClientOrder } from '../processes/messages.js'
import { dialectOf } from './dialect.js'
import { Latencies } from './latencies.js'
import type { Load } from './load.js'
import { RealtimeConnection } from './realtime-connection.js'

/** Connects all customers at the same time, as after a restart, and keeps them connected. */
export function loginLoad({ port, protocol, world }: ClientOrder): Load {
  const dialect = dialectOf(protocol)
  const latencies = new Latencies()
  const { customerTokens } = world
  const openOne = async (index: number) => {
    const token = customerTokens[index] ?? ''
    const startedAt = performance.now()
    await RealtimeConnection.open({ port, world, dialect, role: 'customer', token })
    latencies.record(startedAt, performance.now())
  }
  return {
    open: async () => {},
    async measure() {
      const startedAt = performance.now()
      await inParallel(customerTokens.length, openOne)
      const seconds = (performance.now() - startedAt) / 1_000
      return { operations: customerTokens.length, seconds, figures: latencies.figures() }
    },
    settle: async () => 0,
  }
}
