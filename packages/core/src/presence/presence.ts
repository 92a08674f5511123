import type { Background } from '../background/background.js'
import type { Job, Part } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import type { ChatChange } from '../chats/chat-change.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import { ParleyError } from '../errors.js'
import type { Fact } from '../facts/fact.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Agent } from '../model/agent.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { ConnectedAgent, PushTargets } from '../push/push-targets.js'
import type { Settings } from '../settings.js'
import { ConnectedAgents } from './connected-agents.js'
import { Departures } from './departures.js'
import { ExpiredNodes } from './expired-nodes.js'
import { type LeaveDependencies, leaveChats, leaveServed, listServedChats } from './leave-chats.js'
import { LoggedOutAgents } from './logged-out-agents.js'
import { NodeLease } from './node-lease.js'
import { presenceTimes } from './presence-times.js'

export interface PresenceDependencies {
  readonly nodeId: string
  /** Whether there cannot be other nodes. */
  readonly isOnlyNode: boolean
  readonly targets: PushTargets
  readonly read: Pick<StorageReads, 'nodes' | 'routing' | 'chats'>
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly ids: Ids
  readonly failures: FailureLog
  readonly background: Pick<Background, 'wake'>
  readonly settings: Pick<Settings, 'rtm' | 'limits' | 'threadBounds'>
}

/**
 * Knows which agents are logged in: those with a connection to a node whose lease has not expired, and those whose
 * grace period is running. Nothing is written per agent as time passes, and the end of a node applies to all of its
 * agents.
 */
export class Presence implements Part {
  readonly jobs: readonly Job[]
  readonly #agents: ConnectedAgents
  readonly #lease: NodeLease
  readonly #departures: Departures
  readonly #loggedOutAgents: LoggedOutAgents
  readonly #background: Pick<Background, 'wake'>
  readonly #leaving: LeaveDependencies
  readonly #failures: FailureLog
  #ending: Promise<void> | undefined

  constructor({ targets, background, settings, ...dependencies }: PresenceDependencies) {
    const agents = new ConnectedAgents(targets)
    this.#agents = agents
    this.#background = background
    this.#failures = dependencies.failures
    this.#leaving = { ...dependencies, settings }
    const times = presenceTimes(settings.rtm)
    this.#lease = new NodeLease({ ...dependencies, agents, times })
    const loggedOutAgents = new LoggedOutAgents({ ...dependencies, settings, agents, times })
    this.#loggedOutAgents = loggedOutAgents
    this.#departures = new Departures({
      ...{ ...dependencies, agents, times, lease: this.#lease, loggedOutAgents },
      wake: (job) => background.wake(job),
    })
    const expiredNodes = new ExpiredNodes({ ...dependencies, times })
    this.jobs = [this.#lease, this.#departures, expiredNodes, loggedOutAgents]
  }

  /**
   * Logs the agent in with the transaction. The agent must have a connection that already receives pushes. Throws
   * `authentication` when it has ended meanwhile, because an agent who was logged out must not be logged in again.
   */
  async connect(tx: StorageTransaction, agent: ConnectedAgent): Promise<void> {
    if (!this.#agents.isConnected(agent)) throw new ParleyError('authentication')
    await this.#lease.connect(tx, [agent])
  }

  /** Reports that a connection of the agent has ended. Without a grace period, the agent is logged out. */
  reportDisconnect(agent: ConnectedAgent, { hasGrace }: { readonly hasGrace: boolean }): void {
    this.#departures.reportDisconnect(agent, hasGrace)
  }

  /** Reports that an agent was logged out from all nodes, without a grace period. */
  reportLogOut(): void {
    this.#background.wake(this.#loggedOutAgents)
  }

  /**
   * Returns the chats that the agent serves. Pass them to `leaveServed` in the transaction that removes the agent: the
   * removal cannot be repeated, and no customer may be left with a removed agent.
   */
  listServedChats(agentId: string): Promise<readonly string[]> {
    return listServedChats(this.#leaving, agentId)
  }

  /** Removes the agent from these chats. Must run before the agent is locked. */
  leaveServed(
    change: Pick<ChatChange, 'tx' | 'at'>,
    chatIds: readonly string[],
    agentId: string,
  ): Promise<readonly Fact[]> {
    return leaveServed(this.#leaving, change, chatIds, agentId)
  }

  /** Removes a deleted agent from all remaining chats. */
  removeFromChats(agent: Pick<Agent, 'id' | 'licenseId'>): Promise<void> {
    return leaveChats(this.#leaving, agent)
  }

  /** Begins to end the lease because the node is closing. The grace period of all its agents begins. */
  drain(): void {
    this.#ending = this.#end()
  }

  async close(): Promise<void> {
    await this.#ending
  }

  async #end(): Promise<void> {
    try {
      await this.#lease.end()
    } catch (cause) {
      const message = 'This node could not end its presence; other nodes notice when its lease expires'
      this.#failures.write(message, 'presence', { cause })
    }
  }
}
