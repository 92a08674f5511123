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
  /** Absent where this is the only node. */
  readonly bus: Pick<Bus<unknown>, 'ping'> | undefined
  /** Absent where the host keeps none. */
  readonly files: Pick<Files, 'ping'> | undefined
}

/** So long a part may take to answer: less than those who ask wait themselves, such as an orchestrator its 3 s or 5 s. */
const pingMs = 2_000
/** So old an answer may be for strangers, who could else have the parts asked as often as they like. */
const freshMs = 1_000

/** Whether this node can serve, and which part is away. */
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
    const deadlines = new Deadlines(clock, pingMs, () => new Error(`No answer within ${pingMs} ms`))
    const part = (name: string, ping: () => Promise<unknown>) => new Part(name, ping, deadlines, logger)
    this.#deadlines = deadlines
    this.#storage = part('storage', () => storage.ping())
    this.#bus = bus && part('bus', () => bus.ping())
    const ping = files?.ping?.bind(files)
    this.#files = ping && part('place for files', ping)
  }

  /** Of this moment. Never rejects. */
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

  /** Of the last second: however often it is called, no part is asked more than once in it. Never rejects. */
  async recent(): Promise<Health> {
    const at = this.#clock.monotonic()
    if (this.#latest === undefined || at - this.#latest.at >= freshMs)
      this.#latest = { health: this.now(), at }
    const health = await this.#latest.health
    // Whoever is asked for work next has to know of that at once.
    return this.#shutdown.hasBegun ? { ...health, status: 'unavailable' } : health
  }

  /** Nothing is asked any more. */
  close(): void {
    for (const part of [this.#storage, this.#bus, this.#files]) part?.close()
    this.#deadlines.close()
  }
}

function part<Name extends string>(name: Name, health: PartHealth | undefined) {
  return health === undefined ? undefined : ({ [name]: health } as { readonly [N in Name]: PartHealth })
}
