import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { serve } from '@parley/adapter-node'
import { redisBus } from '@parley/bus-redis'
import { memoryFiles } from '@parley/core'
import type { Edge } from '@parley/core/adapter'
import type { Bus } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { VirtualClock } from '@parley/core/testing'
import { Arrivals, type BusMessageOrMarker } from '../support/arrivals.js'
import { type EngineOptions, startSeconds, TestEngine } from '../support/engine.js'
import type { StartHost } from '../support/host.js'
import { requireRedisUrl } from '../support/redis.js'
import { memoryDatabase, postgresDatabase, type StorageKind, sqliteDatabase } from '../support/storages.js'
import type { World } from '../support/world.js'
import type { ModelTransport } from './transports.js'

/** The storage of an installation, and the way it is called. */
export interface Choice {
  readonly storage: 'memory' | 'SQLite' | 'PostgreSQL'
  readonly transport: ModelTransport
  /** The bus between three nodes. Default: there is one node. */
  readonly busKind?: 'Redis' | 'PostgreSQL'
}

/** Wrappers that introduce a defect between the parts of an installation. */
export interface Tampering {
  readonly storage?: (sound: Storage) => Storage
  readonly edge?: (sound: Edge) => Edge
  readonly bus?: (sound: Bus<BusMessageOrMarker>, node: number) => Bus<BusMessageOrMarker>
}

const storages: Readonly<Record<Choice['storage'], StorageKind>> = {
  memory: memoryDatabase,
  SQLite: sqliteDatabase,
  PostgreSQL: postgresDatabase,
}

const nodeCount = 3
const hourMs = 3_600_000
/** Maximum step of the clock, in milliseconds: shorter than a lease, so that each node renews its own in time. */
const strideMs = 50_000

/** Limits that no client reaches, because only the calls themselves advance the clock. */
const rtm = {
  ...{ messagesPerSecond: 1_000_000 },
  ...{ leaseRenewalMs: 60_000, inactivityTimeoutMs: hourMs },
}

/** One engine, or three engines on one database and one clock. */
export class Installation {
  readonly clock: VirtualClock
  readonly storage: Storage
  readonly #engines: readonly TestEngine[]
  readonly #arrivals: Arrivals

  private constructor(engines: readonly TestEngine[], storage: Storage, arrivals: Arrivals) {
    const [first] = engines
    assert.ok(first)
    this.clock = first.clock
    this.storage = storage
    this.#engines = engines
    this.#arrivals = arrivals
  }

  static async start(
    { storage, transport, busKind }: Choice,
    tampering: Tampering = {},
  ): Promise<Installation> {
    const prefix = busKind === 'Redis' ? randomUUID() : undefined
    const database = await storages[storage]()
    const clock = new VirtualClock(startSeconds * 1_000)
    const common: EngineOptions = {
      ...{ rtm, clock, files: memoryFiles(), isAlone: true, hasSocketIo: transport === 'Socket.IO' },
      host: hostOf(tampering),
    }
    const arrivals = new Arrivals()
    const engines: TestEngine[] = []
    const opened: Storage[] = []
    while (engines.length < (busKind === undefined ? 1 : nodeCount)) {
      const sound = database.open()
      const own = tampering.storage?.(sound) ?? sound
      opened.push(own)
      const bus = busKind === undefined ? undefined : busOf(sound, prefix)
      const node = bus && arrivals.node(tampering.bus?.(bus, engines.length) ?? bus)
      const isLast = engines.length === 0
      const kind: StorageKind = async () => ({
        open: () => (busKind === undefined ? own : onSharedClock(own)),
        remove: isLast ? () => database.remove() : async () => {},
      })
      engines.push(await TestEngine.start(kind, { ...common, bus: node ?? null }))
    }
    const [first] = opened
    assert.ok(first)
    return new Installation(engines, first, arrivals)
  }

  async stop(): Promise<void> {
    for (const engine of this.#engines.toReversed()) await engine.stop()
    this.#arrivals.end()
  }

  get nodeCount(): number {
    return this.#engines.length
  }

  /** Returns the nodes in rotation. */
  node(turn: number): TestEngine {
    const engine = this.#engines[turn % this.#engines.length]
    assert.ok(engine)
    return engine
  }

  /** Creates a license. */
  world(): Promise<World> {
    return this.node(0).world()
  }

  /** Resolves once every node has received what the others have published. */
  settle(): Promise<void> {
    return this.#arrivals.waitForMessages()
  }

  /** Advances the clock to `untilMs` in steps, so that everything that is due on the way is done. */
  async advanceTo(untilMs: number): Promise<void> {
    while (this.clock.now() < untilMs) {
      this.clock.advance(Math.min(strideMs, untilMs - this.clock.now()))
      for (const { parley } of this.#engines) await parley.health()
    }
  }
}

function hostOf({ edge = (sound) => sound }: Tampering): StartHost {
  return (parley) => serve(edge(parley), { port: 0 })
}

/** Returns the bus of a node. `prefix` separates it from other tests on the same Redis. */
function busOf(storage: Storage, prefix: string | undefined): Bus<BusMessageOrMarker> {
  const failed = (cause: unknown) => {
    throw cause
  }
  const ofStorage = () => storage.createBus?.<BusMessageOrMarker>(failed)
  const bus =
    prefix === undefined
      ? ofStorage()
      : redisBus<BusMessageOrMarker>({ redis: requireRedisUrl(), prefix, onError: failed })
  assert.ok(bus, 'the storage provides a bus')
  return bus
}

/** Returns a storage without the database's clock, because nodes with one virtual clock must not follow real time. */
function onSharedClock(storage: Storage): Storage {
  return {
    open: () => storage.open(),
    read: storage.read,
    transaction: (...given) => storage.transaction(...given),
    appendEvents: (...given) => storage.appendEvents(...given),
    ping: async () => {
      await storage.ping()
      return null
    },
    close: () => storage.close(),
  }
}
