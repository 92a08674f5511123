import type { ClientOrder } from '../processes/messages.js'
import { dialectOf } from './dialect.js'
import type { Load } from './load.js'
import { RealtimeConnection } from './realtime-connection.js'

const openingAtOnce = 100

/** Connects different customers who log in and then send nothing. */
export function idleLoad({ port, protocol, world }: ClientOrder): Load {
  const dialect = dialectOf(protocol)
  let count = 0
  const openOne = (index: number) => {
    const token = world.customerTokens[index] ?? ''
    return RealtimeConnection.open({ port, world, dialect, role: 'customer', token })
  }
  return {
    async open(connections) {
      const wanted = connections ?? world.customerTokens.length
      while (count < wanted) {
        const next = Math.min(openingAtOnce, wanted - count)
        await Promise.all(Array.from({ length: next }, (_, offset) => openOne(count + offset)))
        count += next
      }
    },
    measure: async () => ({ operations: 0, seconds: 0, figures: {} }),
    settle: async () => 0,
  }
}
