import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import type { ChatChange } from '../chats/chat-change.js'
import { lockServed } from '../chats/lock-served.js'
import { type LeavingBounds, removeMembers } from '../chats/members.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { Fact } from '../facts/fact.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { ChatHead } from '../model/chat.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads } from '../ports/storage.js'
import type { DepartedAgent } from '../ports/stores/routing.js'
import type { Settings } from '../settings.js'
import { StorageError } from '../storage-error.js'
import type { ConnectedAgents } from './connected-agents.js'
import type { PresenceTimes } from './presence-times.js'

export interface LoggedOutAgentsDependencies {
  readonly agents: Pick<ConnectedAgents, 'isConnected'>
  readonly read: Pick<StorageReads, 'routing'>
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly ids: Ids
  readonly failures: FailureLog
  readonly settings: Pick<Settings, 'limits' | 'threadBounds'>
  readonly times: PresenceTimes
}

/** Maximum number of agents found in one read. */
const agentsPerLook = 100
/** Maximum number of chats that an agent leaves in one transaction. */
const chatsPerCommit = 50

/**
 * Removes agents whose grace period is over from the active threads they serve, and reports that they are offline
 * (decisions §7). Each agent is claimed in these transactions, so only one node acts on an agent, and an agent who is
 * back before that keeps their chats.
 */
export class LoggedOutAgents implements Job {
  readonly name = 'logged-out agents'
  readonly periodMs: number
  readonly #dependencies: LoggedOutAgentsDependencies
  /** Agent for whom the storage failed. The next run begins with the agents after this one. */
  #failedAt: DepartedAgent | null = null

  constructor(dependencies: LoggedOutAgentsDependencies) {
    this.periodMs = dependencies.times.renewalMs
    this.#dependencies = dependencies
  }

  async run(run: Run): Promise<void> {
    const { read, steady } = this.#dependencies
    const now = steady.now()
    let after = this.#failedAt
    this.#failedAt = null
    while (!run.aborted) {
      const page = { after, limit: agentsPerLook }
      const departed: readonly DepartedAgent[] = await read.routing.listDeparted(now, page)
      for (const agent of departed) await this.#logOut(run, agent)
      if (departed.length < agentsPerLook) return
      after = departed.at(-1) ?? null
    }
  }

  /** Logs out one agent. A failure is logged and does not delay other agents; a later run tries again. */
  async #logOut(run: Run, agent: DepartedAgent): Promise<void> {
    // The lease of this node may have expired. It will be renewed together with all agents who are connected here.
    if (this.#dependencies.agents.isConnected(agent)) return
    try {
      while (!run.aborted && (await this.#leaveSome(run, agent)));
    } catch (cause) {
      if (run.aborted) throw cause
      if (cause instanceof StorageError) {
        this.#failedAt = agent
        throw cause
      }
      const { failures } = this.#dependencies
      failures.write('An agent could not be logged out', 'presence', { agentId: agent.id, cause })
    }
  }

  /** Removes the agent from some chats. Returns whether there are more. */
  async #leaveSome(run: Run, agent: DepartedAgent): Promise<boolean> {
    const { read, changes, clock, steady, ids } = this.#dependencies
    const chatIds = await read.routing.listActiveChats(agent.id, chatsPerCommit)
    const [at, steadyAt] = [clock.now(), steady.now()]
    return changes.commit(createOrigin(run), at, [...chatIds, agent.id], async (tx) => {
      const heads = await lockServed(tx, chatIds)
      if (!(await tx.routing.lockDeparted(agent.id, steadyAt))) return { response: false, facts: [] }
      const facts = await this.#leave({ tx, at, steadyAt, newId: () => ids.uuid() }, heads, agent)
      if (!(await tx.routing.logOut(agent.id, steadyAt))) {
        return { response: chatIds.length === chatsPerCommit, facts }
      }
      const { id: agentId, licenseId } = agent
      const offline = { name: 'agent_went_offline', licenseId, agentId } as const
      return { response: false, facts: [...facts, offline] }
    })
  }

  async #leave(
    change: ChatChange,
    heads: readonly ChatHead[],
    { id }: DepartedAgent,
  ): Promise<readonly Fact[]> {
    const { limits, threadBounds: thread } = this.#dependencies.settings
    const bounds: LeavingBounds = { formerCount: limits.formerUsersPerChat, thread }
    const facts: Fact[] = []
    for (const head of heads) facts.push(...(await removeMembers(change, head, [id], bounds)).facts)
    return facts
  }
}
