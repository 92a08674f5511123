import { EngineProcess, type EngineSetup } from '../engine-process.js'
import type { Outage } from './outages.js'

/**
 * Runs engines on one database, each in a process of its own. They have no bus, as if every message between nodes were
 * lost.
 */
export class Nodes {
  readonly outages: Outage[] = []
  readonly #setup: EngineSetup
  readonly #nodes: EngineProcess[]
  #noneSince: number | undefined
  #starting: Promise<EngineProcess> | undefined

  private constructor(setup: EngineSetup, nodes: readonly EngineProcess[]) {
    this.#setup = setup
    this.#nodes = [...nodes]
  }

  static async start(setup: EngineSetup, count: number): Promise<Nodes> {
    const starting = Array.from({ length: count }, () => EngineProcess.start(setup))
    return new Nodes(setup, await Promise.all(starting))
  }

  /** Ports of the running nodes. Empty during an outage. */
  get ports(): readonly number[] {
    return this.#nodes.filter((node) => !node.hasEnded).map(({ port }) => port)
  }

  get logs(): string {
    return this.#nodes.map(({ log }) => log).join('\n')
  }

  /** Kills one node as a crash would, and starts another one in its place. */
  async killOne(index: number): Promise<void> {
    const place = index % this.#nodes.length
    const killed = this.#nodes[place]
    const killedAt = Date.now()
    await killed?.kill()
    if (this.ports.length === 0) this.#noneSince = killedAt
    this.#starting = EngineProcess.start(this.#setup)
    this.#nodes[place] = await this.#starting
    if (this.#noneSince !== undefined) this.outages.push({ from: this.#noneSince, until: Date.now() })
    this.#noneSince = undefined
  }

  async end(): Promise<void> {
    await this.#starting?.catch(() => undefined)
    await Promise.all(this.#nodes.map((node) => node.kill()))
  }
}
