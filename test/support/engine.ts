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

/** When every test begins; the clock stands still unless a test moves it on. */
export const startSeconds = 1_767_225_600

export type EngineOptions = Partial<Omit<ParleyOptions, 'storage' | 'clock' | 'logger'>> & {
  /** What lies between the engine and its storage. */
  readonly wrap?: (storage: Storage) => Storage
  /** Other nodes hear of it by the bus that the storage brings. Default: by none, unless there is an option `bus`. */
  readonly usesStorageBus?: boolean
  /** What it is mounted in. Default: what was chosen for the process. */
  readonly host?: StartHost
  /** There is one node, whatever was chosen for the process: what is tested is a node's, as limits and failures are. */
  readonly isAlone?: boolean
  /** Failures that the engine is meant to log. */
  readonly expectsErrors?: boolean
  /** Shared with other nodes. Default: one of its own. */
  readonly clock?: VirtualClock
  /** Constants of the engine that the test replaces, to get to a limit with little data. */
  readonly fixed?: FixedOverrides
  /** Whether it speaks Socket.IO. Default: where clients connect by it in this process. */
  readonly hasSocketIo?: boolean
}

/**
 * More than any test asks of an engine whose clock stands still; the limiter runs all the same. Who is in a chat, and
 * when it ends, is for the test to say, and whether webhooks are sent.
 */
const unhurried = {
  rates: unhurriedRates,
  routing: { mode: 'manual', idleAfterMs: 0, closeAfterMs: 0 },
  webhooks: { deliveryCount: 0 },
} as const

/** Between the nodes of a site, where several were chosen and a test has not its own. */
function chosenBus({ isAlone, usesStorageBus, bus, host }: EngineOptions): SiteBus | undefined {
  const name = chosen('nodes')
  const isOwn = isAlone === true || usesStorageBus === true || bus !== undefined || host !== undefined
  if (name === undefined || isOwn) return undefined
  return name === 'Redis' || name === 'PostgreSQL' ? name : assert.fail(`there is no bus ${name}`)
}

/** An engine on a database of its own, behind a real server. */
export class TestEngine {
  readonly parley: Parley
  readonly clock: VirtualClock
  readonly origin: string
  readonly errors: readonly unknown[]
  readonly #database: TestStorage
  readonly #stop: () => Promise<void>
  /** All its nodes hear of the license of that token from now on. */
  readonly meet: (token: string) => Promise<void>

  private constructor(
    parley: Parley,
    clock: VirtualClock,
    origin: string,
    errors: readonly unknown[],
    database: TestStorage,
    stop: () => Promise<void>,
    meet: (token: string) => Promise<void>,
  ) {
    this.parley = parley
    this.clock = clock
    this.origin = origin
    this.errors = errors
    this.#database = database
    this.#stop = stop
    this.meet = meet
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
      ...{ host, path, hasSocketIo, between: chosenBus(options) },
      openStorage: () => wrap(database.open()),
      create: (storage, bus) =>
        createParleyWith(fixed, {
          ...unhurried,
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
    return new TestEngine(site.parley, clock, site.url + path, errors, database, stop, site.meet)
  }

  /** A license of its own: nothing in it is seen by other tests. */
  async world(license: { readonly expiresAt?: Date } = {}): Promise<World> {
    return World.create(this, license)
  }

  /** Its storage once more, for another node. */
  openStorage(): Storage {
    return this.#database.open()
  }

  stop(): Promise<void> {
    return this.#stop()
  }
}

/** One engine for all tests of the suite that calls it. */
export function useEngine(
  kind: StorageKind,
  options?: EngineOptions,
): { readonly world: TestEngine['world'] } & {
  readonly engine: TestEngine
} {
  let engine: TestEngine | undefined
  const started = () => {
    assert.ok(engine, 'the engine runs only while its suite does')
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
