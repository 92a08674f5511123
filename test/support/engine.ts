import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Parley, ParleyOptions } from '@parley/core'
import type { Logger } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { createParleyWith, type FixedOverrides, VirtualClock } from '@parley/core/testing'
import { chosenHost } from './chosen-host.js'
import { chosen } from './dimensions.js'
import type { StartHost } from './host.js'
import { unhurriedRates } from './rates.js'
import { type SiteBus, startSite } from './site.js'
import type { StorageKind, TestStorage } from './storages.js'
import { wire } from './wire.js'
import { World } from './world.js'

/** Time at which every test begins. The clock stands still unless a test advances it. */
export const startSeconds = 1_767_225_600

export type EngineOptions = Partial<Omit<ParleyOptions, 'storage' | 'clock' | 'logger'>> & {
  /** Wraps the storage of the engine. */
  readonly wrap?: (storage: Storage) => Storage
  /** Whether nodes use the bus of the storage. Default: there is no bus, unless the option `bus` is given. */
  readonly usesStorageBus?: boolean
  /** The host in which the engine is mounted. Default: the one that was chosen for the process. */
  readonly host?: StartHost
  /**
   * Whether there is only one node, whatever was chosen for the process. Used when the test is about one node, for
   * example its limits and failures.
   */
  readonly isAlone?: boolean
  /** Whether the engine is expected to log errors. */
  readonly expectsErrors?: boolean
  /** A clock that is shared with other nodes. Default: a clock of its own. */
  readonly clock?: VirtualClock
  /** Constants of the engine that the test overrides, for example to reach a limit with little data. */
  readonly fixed?: FixedOverrides
  /** Whether the engine serves Socket.IO. Default: when clients of this process connect by it. */
  readonly hasSocketIo?: boolean
}

/**
 * Rate limits that no test reaches while the clock stands still; the limiter still runs. Members of a chat, its end and
 * webhooks change only when a test says so.
 */
const quietDefaults = {
  rates: unhurriedRates,
  routing: { mode: 'manual', idleAfterMs: 0, closeAfterMs: 0 },
  webhooks: { deliveryCount: 0 },
} as const

/** Returns the bus between the nodes of a site, when several nodes were chosen and the test has no bus of its own. */
function busKindOf({ isAlone, usesStorageBus, bus, host }: EngineOptions): SiteBus | undefined {
  const name = chosen('nodes')
  const isOwn = isAlone === true || usesStorageBus === true || bus !== undefined || host !== undefined
  if (name === undefined || isOwn) return undefined
  return name === 'Redis' || name === 'PostgreSQL' ? name : assert.fail(`there is no bus ${name}`)
}

/** An engine with its own database, behind a real server. */
export class TestEngine {
  readonly parley: Parley
  readonly clock: VirtualClock
  readonly origin: string
  readonly errors: readonly unknown[]
  readonly #database: TestStorage
  readonly #stop: () => Promise<void>
  /** Subscribes all nodes to the license of the token. */
  readonly subscribeNodes: (token: string) => Promise<void>

  private constructor(
    parley: Parley,
    clock: VirtualClock,
    origin: string,
    errors: readonly unknown[],
    database: TestStorage,
    stop: () => Promise<void>,
    subscribeNodes: (token: string) => Promise<void>,
  ) {
    this.parley = parley
    this.clock = clock
    this.origin = origin
    this.errors = errors
    this.#database = database
    this.#stop = stop
    this.subscribeNodes = subscribeNodes
  }

  static async start(kind: StorageKind, options: EngineOptions = {}): Promise<TestEngine> {
    const { wrap = (storage: Storage) => storage, expectsErrors = false, ...others } = options
    const { host = chosenHost(), isAlone: _, usesStorageBus = false, ...further } = others
    const { hasSocketIo = wire.name !== 'websocket', fixed = {}, ...parleyOptions } = further
    const database = await kind()
    const { clock = new VirtualClock(startSeconds * 1_000) } = options
    const errors: unknown[] = []
    const logger = recordingLogger(errors)
    const { pathname } = new URL(options.baseUrl ?? '/', 'http://localhost')
    const path = pathname.replace(/\/$/, '')
    const site = await startSite({
      ...{ host, path, hasSocketIo, busKind: busKindOf(options) },
      openStorage: () => wrap(database.open()),
      create: (storage, bus) =>
        createParleyWith(fixed, {
          ...quietDefaults,
          ...(!usesStorageBus && { bus }),
          ...parleyOptions,
          storage,
          clock,
          logger,
        }),
    })
    const stop = async () => {
      await site.close()
      await database.remove()
      if (!expectsErrors) assert.deepEqual(errors, [], 'the engine logged failures')
    }
    return new TestEngine(site.parley, clock, site.url + path, errors, database, stop, site.subscribeNodes)
  }

  /** Creates a license for one test. Other tests see nothing of it. */
  async world(license: { readonly expiresAt?: Date } = {}): Promise<World> {
    return World.create(this, license)
  }

  /** Opens the same storage again for another node. */
  openStorage(): Storage {
    return this.#database.open()
  }

  stop(): Promise<void> {
    return this.#stop()
  }
}

/** Starts one engine for all tests of the suite that calls it. */
export function useEngine(
  kind: StorageKind,
  options?: EngineOptions,
): { readonly world: TestEngine['world'] } & {
  readonly engine: TestEngine
} {
  let engine: TestEngine | undefined
  const started = () => {
    assert.ok(engine, 'the engine runs only during its suite')
    return engine
  }
  before(async () => {
    engine = await TestEngine.start(kind, options)
  })
  after(() => started().stop())
  return {
    world: (license) => started().world(license),
    get engine() {
      return started()
    },
  }
}

function recordingLogger(errors: unknown[]): Logger {
  const ignore = () => undefined
  return {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (message, fields) => errors.push({ message, ...fields }),
  }
}
