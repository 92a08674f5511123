import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { serve } from '@parley/adapter-node'
import { attachSocketIo } from '@parley/adapter-socketio'
import { createParley, type Logger, type Parley, type ParleyOptions, type Storage } from '@parley/core'
import { VirtualClock } from '@parley/core/testing'
import { unhurriedRates } from './rates.js'
import type { StorageKind, TestStorage } from './storages.js'
import { watched } from './watched-edge.js'
import { wire } from './wire.js'
import { World } from './world.js'

/** When every test begins; the clock stands still unless a test moves it on. */
export const startSeconds = 1_767_225_600

/** A server that serves an engine. */
export interface Host {
  /** Its origin. */
  readonly url: string
  close(): Promise<void>
}

/** Mounts the engine at the path of `baseUrl`, which begins with a slash and has none at its end: '' is the root. */
export type StartHost = (parley: Parley, path: string) => Promise<Host>

export type EngineOptions = Partial<Omit<ParleyOptions, 'storage' | 'clock' | 'logger'>> & {
  /** What lies between the engine and its storage. */
  readonly wrap?: (storage: Storage) => Storage
  /** Other nodes hear of it by the bus that the storage brings. Default: by none, unless there is an option `bus`. */
  readonly usesStorageBus?: boolean
  /** What it is mounted in. Default: a server of its own. */
  readonly host?: StartHost
  /** Failures that the engine is meant to log. */
  readonly expectsErrors?: boolean
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

/** The engine speaks Socket.IO where that is what is tested. */
async function onOwnServer(parley: Parley): Promise<Host> {
  const server = await serve(parley, { port: 0 })
  if (wire.name === 'websocket') return server
  const socketIo = attachSocketIo(server.server, watched(parley))
  const close = async () => {
    await socketIo.close()
    await server.close()
  }
  return { url: server.url, close }
}

/** An engine on a database of its own, behind a real server. */
export class TestEngine {
  readonly parley: Parley
  readonly clock: VirtualClock
  readonly origin: string
  readonly errors: readonly unknown[]
  readonly #database: TestStorage
  readonly #stop: () => Promise<void>

  private constructor(
    parley: Parley,
    clock: VirtualClock,
    origin: string,
    errors: readonly unknown[],
    database: TestStorage,
    stop: () => Promise<void>,
  ) {
    this.parley = parley
    this.clock = clock
    this.origin = origin
    this.errors = errors
    this.#database = database
    this.#stop = stop
  }

  static async start(kind: StorageKind, options: EngineOptions = {}): Promise<TestEngine> {
    const { wrap = (storage: Storage) => storage, expectsErrors = false, ...others } = options
    const { host = onOwnServer, ...further } = others
    const { usesStorageBus = false, ...parleyOptions } = further
    const database = await kind()
    const clock = new VirtualClock(startSeconds * 1_000)
    const errors: unknown[] = []
    const logger = recordingLogger(errors)
    const parley = await createParley({
      ...unhurried,
      ...(!usesStorageBus && { bus: null }),
      ...parleyOptions,
      storage: wrap(database.open()),
      clock,
      logger,
    })
    const { pathname } = new URL(options.baseUrl ?? '/', 'http://localhost')
    const path = pathname.replace(/\/$/, '')
    const server = await host(parley, path)
    const stop = async () => {
      await parley.close()
      await server.close()
      await database.remove()
      if (!expectsErrors) assert.deepEqual(errors, [], 'the engine logged failures')
    }
    return new TestEngine(parley, clock, server.url + path, errors, database, stop)
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
