import type { ConnectedAgent, PushTargets } from '../push/push-targets.js'

/**
 * The agents who may be stored as connected to this node. Whether an agent has a connection is known from the push
 * targets.
 */
export class ConnectedAgents {
  readonly #targets: PushTargets
  readonly #stored = new Map<string, ConnectedAgent>()

  constructor(targets: PushTargets) {
    this.#targets = targets
  }

  /** Notes that the agents are being stored as connected. Must be called both before and after they are stored. */
  add(agents: readonly ConnectedAgent[]): void {
    for (const { licenseId, id } of agents) this.#stored.set(id, { licenseId, id })
  }

  /** Returns whether any agent has a connection to this node. */
  isAnyConnected(): boolean {
    return this.#targets.hasAgents()
  }

  /** Returns whether the agent has a connection to this node. */
  isConnected({ licenseId, id }: ConnectedAgent): boolean {
    return this.#targets.listByAgent(licenseId, id).length > 0
  }

  /** Returns the agents who have a connection to this node. */
  listConnected(): readonly ConnectedAgent[] {
    return this.#targets.agents()
  }

  /** Returns whether the departure of the agent must be stored. Returns `true` only once for each departure. */
  takeDeparted(agent: ConnectedAgent): boolean {
    return !this.isConnected(agent) && this.#stored.delete(agent.id)
  }

  /** Returns the agents who may be stored as connected. */
  listStored(): Iterable<ConnectedAgent> {
    return this.#stored.values()
  }
}
