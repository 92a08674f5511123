import { redisBus } from '@parley/bus-redis'
import type { BusMessage } from '@parley/core/ports'
import { postgresStorage } from '@parley/storage-postgres'
import type { Database } from '../processes/messages.js'
import { CountedBus } from './counted-bus.js'
import { parleyOn } from './parley.js'
import { requirePostgres } from './require-postgres.js'

const storageOf = (database: Database) => postgresStorage({ connectionString: requirePostgres(database) })

function failed(cause: unknown): never {
  throw cause
}

/** One of several nodes, connected by the PostgreSQL bus of their storage. */
export const parleyNodesOnPostgres = parleyOn(storageOf, {
  bus: ({ storage }) => {
    const bus = storage.createBus?.<BusMessage>(failed)
    if (bus === undefined) throw new Error('the storage brings no bus')
    return new CountedBus(bus)
  },
})

/** One of several nodes, connected by Redis. */
export const parleyNodesOnRedis = parleyOn(storageOf, {
  bus: ({ database }) => {
    const { redisUrl } = database
    if (redisUrl === null) throw new Error('this target needs Redis')
    // Each database has its own prefix, so that its nodes receive no messages of another one.
    const prefix = new URL(requirePostgres(database)).pathname.slice(1)
    return new CountedBus(redisBus<BusMessage>({ redis: redisUrl, prefix, onError: failed }))
  },
})
