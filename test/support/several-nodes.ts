import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before } from 'node:test'
import { redisBus } from '@parley/bus-redis'
import type { Bus, BusMessage } from '@parley/core/ports'
import { postgresStorage } from '@parley/storage-postgres'
import { type EngineOptions, TestEngine } from './engine.js'
import { createMigratedDatabase } from './postgres.js'
import { gateToRedis } from './redis.js'
import { postgresDatabase, type StorageKind, sqliteDatabase } from './storages.js'
import { gateTo, type TcpGate } from './tcp-gate.js'

/** The bus between nodes: Redis with any storage, or PostgreSQL, whose bus can fail separately. */
export type BusKind =
  | 'Redis, and SQLite'
  | 'Redis, and PostgreSQL'
  | 'PostgreSQL alone'
  | 'PostgreSQL alone, whose bus can be cut off'

export interface SeveralNodes {
  readonly engines: readonly TestEngine[]
  /** Cuts off the bus; `undefined` when that is not possible without cutting off the storage. */
  readonly gate: TcpGate | undefined
}

/** A rate limit that no test reaches on a connection whose clock stands still. */
const highRateLimit = { messagesPerSecond: 1_000_000 }

/** Starts that many engines on one database for a suite, with a real bus between them. */
export function useSeveralNodes(
  busKind: BusKind,
  count: number,
  options: EngineOptions = {},
): () => SeveralNodes {
  let gate: TcpGate | undefined
  const engines: TestEngine[] = []
  before(async () => {
    const setup = await setUps[busKind]()
    gate = setup.gate
    const rtm = { ...highRateLimit, ...options.rtm }
    const start = (kind: StorageKind) => TestEngine.start(kind, { ...options, ...setup.bus(), rtm })
    const first = await start(setup.kind)
    engines.push(first)
    const sameDatabase: StorageKind = async () => ({
      open: () => first.openStorage(),
      remove: async () => {},
    })
    while (engines.length < count) engines.push(await start(sameDatabase))
  })
  after(async () => {
    for (const engine of engines.toReversed()) await engine.stop()
    await gate?.shut()
  })
  return () => ({ engines, gate })
}

/** A database, and the bus options of each node on it. */
interface Setup {
  readonly kind: StorageKind
  readonly gate?: TcpGate
  bus(): Pick<EngineOptions, 'bus' | 'usesStorageBus'>
}

const setUps: Readonly<Record<BusKind, () => Promise<Setup>>> = {
  'Redis, and SQLite': () => setUpRedis(sqliteDatabase),
  'Redis, and PostgreSQL': () => setUpRedis(postgresDatabase),
  'PostgreSQL alone': async () => ({ kind: postgresDatabase, bus: () => ({ usesStorageBus: true }) }),
  'PostgreSQL alone, whose bus can be cut off': setUpPostgresWithGate,
}

async function setUpRedis(kind: StorageKind): Promise<Setup> {
  const { gate, url: redis } = await gateToRedis()
  const prefix = randomUUID()
  return { kind, gate, bus: () => ({ bus: redisBus<BusMessage>({ redis, prefix, onError: failed }) }) }
}

async function setUpPostgresWithGate(): Promise<Setup> {
  const { connectionString, drop } = await createMigratedDatabase()
  const { gate, url } = await gateTo(connectionString, 5432)
  return {
    kind: async () => ({ open: () => postgresStorage({ connectionString }), remove: drop }),
    gate,
    bus: () => ({ bus: postgresBus(url) }),
  }
}

function postgresBus(connectionString: string): Bus<BusMessage> {
  const bus = postgresStorage({ connectionString }).createBus?.<BusMessage>(failed)
  assert.ok(bus)
  return bus
}

function failed(cause: unknown): never {
  throw cause
}
