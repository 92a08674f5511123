import { randomUUID } from 'node:crypto'
import { after, before } from 'node:test'
import { redisBus } from '@parley/bus-redis'
import type { Bus, BusMessage } from '@parley/core'
import { type EngineOptions, TestEngine } from './engine.js'
import { gateToRedis } from './redis.js'
import { postgresDatabase, type StorageKind, sqliteDatabase } from './storages.js'
import type { TcpGate } from './tcp-gate.js'

/** What lies between nodes in production: Redis, on any storage, or PostgreSQL itself. */
export type Between = 'Redis, and SQLite' | 'Redis, and PostgreSQL' | 'PostgreSQL alone'

export interface SeveralNodes {
  readonly engines: readonly TestEngine[]
  /** What lies between the nodes, where that can be cut off without the storage. */
  readonly gate: TcpGate | undefined
}

/** More than any test says on a connection whose clock stands still. */
const unhurried = { messagesPerSecond: 1_000_000, messageBurstCount: 1_000_000 }

/** So many engines on one database, and a real bus between them; for a suite. */
export function useSeveralNodes(
  between: Between,
  count: number,
  options: EngineOptions = {},
): () => SeveralNodes {
  let gate: TcpGate | undefined
  const engines: TestEngine[] = []
  before(async () => {
    const way = between === 'PostgreSQL alone' ? undefined : await gateToRedis()
    gate = way?.gate
    const prefix = randomUUID()
    const bus = (): Pick<EngineOptions, 'bus' | 'usesStorageBus'> =>
      way === undefined ? { usesStorageBus: true } : { bus: busAt(way.url, prefix) }
    const rtm = { ...unhurried, ...options.rtm }
    const kind = between === 'Redis, and SQLite' ? sqliteDatabase : postgresDatabase
    const first = await TestEngine.start(kind, { ...options, ...bus(), rtm })
    engines.push(first)
    const same: StorageKind = async () => ({ open: () => first.openStorage(), remove: async () => {} })
    while (engines.length < count) engines.push(await TestEngine.start(same, { ...options, ...bus(), rtm }))
  })
  after(async () => {
    for (const engine of engines.toReversed()) await engine.stop()
    await gate?.shut()
  })
  return () => ({ engines, gate })
}

function busAt(redis: string, prefix: string): Bus<BusMessage> {
  return redisBus<BusMessage>({
    redis,
    prefix,
    failed: (cause) => {
      throw cause
    },
  })
}
