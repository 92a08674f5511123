import type { Background } from '../background/background.js'
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
import { type LeaveDependencies, leaveChats, leaveServed, servedBy } from './leave-chats.js'
import { LoggedOutAgents } from './logged-out-agents.js'
import { NodeLease } from './node-lease.js'
import { presenceTimes } from './presence-times.js'

export interface PresenceDependencies {
  readonly nodeId: string
  /** No other node can exist. */
  readonly isOnlyNode: boolean
  readonly targets: PushTargets
  readonly read: Pick<StorageReads, 'nodes' | 'routing' | 'chats'>
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly ids: Ids
  readonly failures: FailureLog
  readonly background: Pick<Background, 'add' | 'wake'>
  readonly settings: Pick<Settings, 'rtm' | 'limits' | 'threadBounds'>
}

/**
 * Which agents are logged in: those with connections to a node whose lease lasts, and for the grace who had some. So nothing
 * is written for each of them as time passes, and the end of a node, of whatever kind, is theirs.
 */
export class Presence {
  readonly #agents: ConnectedAgents
  readonly #lease: NodeLease
  readonly #departures: Departures
  readonly #loggedOutAgents: LoggedOutAgents
  readonly #background: Pick<Background, 'wake'>
  readonly #leaving: LeaveDependencies

  constructor({ targets, background, settings, ...dependencies }: PresenceDependencies) {
    const agents = new ConnectedAgents(targets)
    this.#agents = agents
    this.#background = background
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
    for (const job of [this.#lease, this.#departures, expiredNodes, loggedOutAgents]) background.add(job)
  }

  /**
   * The agent is logged in with the transaction, by a connection that pushes reach already; `authentication` where that
   * has ended meanwhile: who was logged out may not be logged in behind that.
   */
  async connect(tx: StorageTransaction, agent: ConnectedAgent): Promise<void> {
    if (!this.#agents.isHere(agent)) throw new ParleyError('authentication')
    await this.#lease.connect(tx, [agent])
  }

  /** A connection of the agent has gone; without grace the agent is logged in no more. */
  left(agent: ConnectedAgent, { hasGrace }: { readonly hasGrace: boolean }): void {
    this.#departures.left(agent, hasGrace)
  }

  /** An agent was logged out without grace, wherever they were connected. */
  loggedOut(): void {
    this.#background.wake(this.#loggedOutAgents)
  }

  /**
   * Chats that the agent serves, for `leaveServed` in the transaction that removes it: nobody can repeat that, and no
   * customer is left with an agent who is gone.
   */
  servedBy(agentId: string): Promise<readonly string[]> {
    return servedBy(this.#leaving, agentId)
  }

  leaveServed(
    change: Pick<ChatChange, 'tx' | 'at'>,
    chatIds: readonly string[],
    agentId: string,
  ): Promise<readonly Fact[]> {
    return leaveServed(this.#leaving, change, chatIds, agentId)
  }

  /** The agent was deleted, and leaves every chat that it is still in. */
  removed(agent: Pick<Agent, 'id' | 'licenseId'>): Promise<void> {
    return leaveChats(this.#leaving, agent)
  }

  /** The node goes down: the grace of all who are connected to it begins. */
  end(): Promise<void> {
    return this.#lease.end()
  }
}
