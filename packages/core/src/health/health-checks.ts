import { Deadlines } from '../dispatch/deadlines.js'
import type { Shutdown } from '../dispatch/shutdown.js'
import type { Bus } from '../ports/bus.js'
import type { Clock } from '../ports/clock.js'
import type { Files } from '../ports/files.js'
import type { Logger } from '../ports/logger.js'
import type { Storage } from '../ports/storage.js'
import type { Health, PartHealth } from './health.js'
import { Part } from './part.js'

export interface HealthDependencies {
  readonly clock: Clock
  readonly logger: Logger
  readonly shutdown: Shutdown
  readonly storage: Pick<Storage, 'ping'>
  /** `undefined` when this is the only node. */
  readonly bus: Pick<Bus<unknown>, 'ping'> | undefined
  /** `undefined` when the host stores no files. */
  readonly files: Pick<Files, 'ping'> | undefined
}

/** Timeout of one check, in milliseconds. It is shorter than the timeouts of orchestrators, which wait 3 or 5 s. */
const pingMs = 2_000
/**
 * Maximum age of a result for unauthenticated requests, in milliseconds. Otherwise anyone could have the parts checked
 * as often as they like.
 */
const freshMs = 1_000

/** Checks whether this node can serve, and which part does not respond. */
export class HealthChecks {
  readonly #clock: Clock
  readonly #shutdown: Shutdown
  readonly #deadlines: Deadlines
  readonly #storage: Part
  readonly #bus: Part | undefined
  readonly #files: Part | undefined
  #latest: { readonly health: Promise<Health>; readonly at: number } | undefined

  constructor({ clock, logger, shutdown, storage, bus, files }: HealthDependencies) {
    this.#clock = clock
    this.#shutdown = shutdown
    const deadlines = new Deadlines(clock, pingMs, () => new Error(`No response within ${pingMs} ms`))
    const part = (name: string, ping: () => Promise<unknown>) => new Part(name, ping, deadlines, logger)
    this.#deadlines = deadlines
    this.#storage = part('storage', () => storage.ping())
    this.#bus = bus && part('bus', () => bus.ping())
    const ping = files?.ping?.bind(files)
    this.#files = ping && part('file storage', ping)
  }

  /** Checks all parts now. Never rejects. */
  async now(): Promise<Health> {
    const [storage, bus, files] = await Promise.all([
      this.#storage.check(),
      this.#bus?.check(),
      this.#files?.check(),
    ])
    return {
      status: this.#shutdown.hasBegun ? 'unavailable' : storage,
      storage,
      ...part('bus', bus),
      ...part('files', files),
    }
  }

  /**
   * Returns a result that is at most a second old, so that each part is checked at most once a second. Never rejects.
   */
  async recent(): Promise<Health> {
    const at = this.#clock.monotonic()
    if (this.#latest === undefined || at - this.#latest.at >= freshMs)
      this.#latest = { health: this.now(), at }
    const health = await this.#latest.health
    // A shutdown is visible immediately, so that load balancers stop sending requests to this node.
    return this.#shutdown.hasBegun ? { ...health, status: 'unavailable' } : health
  }

  /** Stops all checks. */
  close(): void {
    for (const part of [this.#storage, this.#bus, this.#files]) part?.close()
    this.#deadlines.close()
  }
}

function part<Name extends string>(name: Name, health: PartHealth | undefined) {
  return health === undefined ? undefined : ({ [name]: health } as { readonly [N in Name]: PartHealth })
}
