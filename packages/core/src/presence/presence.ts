import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import type { AgentPrincipal } from '../domain/principal.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { Sessions } from '../push/sessions.js'
import type { Settings } from '../settings.js'

/**
 * Keeps the agents who are connected to this node logged in: a lease in the storage that is renewed while a
 * connection lasts and runs out after the grace when the last one is gone, or when the node is.
 */
export class Presence {
  readonly #changes: Changes
  readonly #sessions: Sessions
  readonly #clock: Clock
  readonly #failures: FailureLog
  readonly #rtm: Settings['rtm']
  readonly #stop: () => void
  readonly #writing = new Set<Promise<void>>()

  constructor(dependencies: {
    changes: Changes
    sessions: Sessions
    clock: Clock
    failures: FailureLog
    settings: Settings
  }) {
    this.#changes = dependencies.changes
    this.#sessions = dependencies.sessions
    this.#clock = dependencies.clock
    this.#failures = dependencies.failures
    this.#rtm = dependencies.settings.rtm
    this.#stop = dependencies.clock.every(this.#rtm.presenceRenewalMs, () => this.#renew())
  }

  /** A connection of the agent ended; if it was the last, the grace begins. */
  left({ licenseId, id }: AgentPrincipal): void {
    if (this.#sessions.ofAgent(licenseId, id).length > 0) return
    this.#setOnlineUntil([id], this.#clock.now() + this.#rtm.reconnectGraceMs)
  }

  async close(): Promise<void> {
    this.#stop()
    await Promise.all(this.#writing)
  }

  #renew(): void {
    const agentIds = this.#sessions.agentIds()
    const { reconnectGraceMs, presenceRenewalMs } = this.#rtm
    this.#setOnlineUntil(agentIds, this.#clock.now() + reconnectGraceMs + presenceRenewalMs)
  }

  #setOnlineUntil(agentIds: readonly string[], onlineUntil: number): void {
    if (agentIds.length === 0) return
    const written = this.#changes
      .commit(systemOrigin, this.#clock.now(), [], async (tx) => {
        return { response: await tx.agents.setOnlineUntil(agentIds, onlineUntil), facts: [] }
      })
      .catch((cause: unknown) =>
        this.#failures.write('The presence of agents could not be stored', 'presence', { agentIds, cause }),
      )
    this.#writing.add(written)
    written.finally(() => this.#writing.delete(written))
  }
}
