import type { ConnectedAgent, PushTargets } from '../push/push-targets.js'

/** Who may be stored as connected to this node; who has connections to it its push targets say. */
export class ConnectedAgents {
  readonly #targets: PushTargets
  readonly #stored = new Map<string, ConnectedAgent>()

  constructor(targets: PushTargets) {
    this.#targets = targets
  }

  /** Before it is stored, and after that. */
  add(agents: readonly ConnectedAgent[]): void {
    for (const { licenseId, id } of agents) this.#stored.set(id, { licenseId, id })
  }

  isAnyHere(): boolean {
    return this.#targets.hasAgents()
  }

  isHere({ licenseId, id }: ConnectedAgent): boolean {
    return this.#targets.ofAgent(licenseId, id).length > 0
  }

  here(): readonly ConnectedAgent[] {
    return this.#targets.agents()
  }

  /** Whether this is to be stored of the agent: that they are here no more. Answered once. */
  takeGone(agent: ConnectedAgent): boolean {
    return !this.isHere(agent) && this.#stored.delete(agent.id)
  }

  stored(): Iterable<ConnectedAgent> {
    return this.#stored.values()
  }
}
