import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { Fact } from '../facts/fact.js'
import type { Clock } from '../ports/clock.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { LostPresence } from '../ports/stores/nodes.js'
import type { ConnectedAgent } from '../push/push-targets.js'
import type { ConnectedAgents } from './connected-agents.js'
import { disconnectedFacts } from './disconnected-facts.js'
import type { NodeLease } from './node-lease.js'
import type { PresenceTimes } from './presence-times.js'

export interface DeparturesDependencies {
  readonly nodeId: string
  readonly agents: ConnectedAgents
  readonly lease: Pick<NodeLease, 'connect'>
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly times: PresenceTimes
  /** Runs a job as soon as possible, because something is due. */
  readonly wake: (job: Job) => void
  /** The job that removes agents from their chats when their grace period is over. */
  readonly loggedOutAgents: Job
}

interface Departure extends ConnectedAgent {
  readonly at: number
  readonly hasGrace: boolean
}

/** Maximum number of agents in one transaction, which locks all of them. */
const maxBatchCount = 100

/** Stores the departure of agents whose last connection to this node has ended. */
export class Departures implements Job {
  readonly name = 'agent departures'
  readonly periodMs: number
  readonly #dependencies: DeparturesDependencies
  readonly #departures = new Map<string, Departure>()

  constructor(dependencies: DeparturesDependencies) {
    this.periodMs = dependencies.times.renewalMs
    this.#dependencies = dependencies
  }

  /** Notes that a connection of the agent has ended. Without a grace period, the agent is logged out immediately. */
  reportDisconnect(agent: ConnectedAgent, hasGrace: boolean): void {
    if (this.#note(agent, hasGrace)) this.#dependencies.wake(this)
  }

  async run(run: Run): Promise<void> {
    this.#noteMissed()
    while (this.#departures.size > 0 && !run.aborted) {
      const batch = [...this.#departures.values()].slice(0, maxBatchCount)
      await this.#store(run, batch)
      for (const departure of batch) {
        if (this.#isNewest(departure)) this.#departures.delete(departure.id)
      }
    }
  }

  /**
   * Notes agents whose connection ended while their login was being stored. Their departure may have been stored before
   * the login.
   */
  #noteMissed(): void {
    for (const agent of this.#dependencies.agents.listStored()) this.#note(agent, true)
  }

  #note({ licenseId, id }: ConnectedAgent, hasGrace: boolean): boolean {
    const { agents, steady } = this.#dependencies
    if (!agents.takeDeparted({ licenseId, id })) return false
    this.#departures.set(id, { licenseId, id, at: steady.now(), hasGrace })
    return true
  }

  async #store(run: Run, batch: readonly Departure[]): Promise<void> {
    const { agents, changes, clock, lease, wake, loggedOutAgents } = this.#dependencies
    await changes.commit(createOrigin(run), clock.now(), [], async (tx) => {
      return { response: undefined, facts: await this.#disconnect(tx, batch) }
    })
    if (batch.some(({ hasGrace }) => !hasGrace)) wake(loggedOutAgents)
    // These agents have reconnected, and their login may have been stored just before this departure. So it is stored
    // again.
    const returned = batch.filter((agent) => agents.isConnected(agent))
    if (returned.length === 0) return
    await changes.commit(createOrigin(run), clock.now(), [], async (tx) => {
      await lease.connect(tx, returned)
      return { response: undefined, facts: [] }
    })
  }

  async #disconnect(tx: StorageTransaction, batch: readonly Departure[]): Promise<readonly Fact[]> {
    const { nodeId, agents, times } = this.#dependencies
    const facts: Fact[] = []
    for (const hasGrace of [true, false]) {
      const leaving = batch.filter(
        (agent) => agent.hasGrace === hasGrace && !agents.isConnected(agent) && this.#isNewest(agent),
      )
      if (leaving.length === 0) continue
      const onlineUntil = Math.max(...leaving.map(({ at }) => at)) + (hasGrace ? times.graceMs : 0)
      const ids = leaving.map(({ id }) => id)
      const departedIds = new Set(await tx.nodes.disconnect(nodeId, ids, onlineUntil))
      const departed = leaving.filter(({ id }) => departedIds.has(id))
      facts.push(...disconnectedFacts(byLicense(departed, onlineUntil)))
    }
    return facts
  }

  /**
   * Returns whether this is the latest departure of the agent. An agent who came back and left again has a new
   * departure, with its own grace period.
   */
  #isNewest(departure: Departure): boolean {
    return this.#departures.get(departure.id) === departure
  }
}

function byLicense(agents: readonly ConnectedAgent[], onlineUntil: number): readonly LostPresence[] {
  const licenseIds = [...new Set(agents.map(({ licenseId }) => licenseId))]
  return licenseIds.map((licenseId) => {
    const ofLicense = agents.filter((agent) => agent.licenseId === licenseId)
    return { licenseId, agentIds: ofLicense.map(({ id }) => id), onlineUntil }
  })
}
