import type { Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import type { Outcome } from '../changes/outcome.js'
import { assignAgent } from '../chats/assign-agent.js'
import type { ChatChange } from '../chats/chat-change.js'
import { exceededLimit } from '../chats/user-limits.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import { isMember } from '../domain/access.js'
import { mayTake } from '../domain/routing/rank.js'
import type { Fact } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { AssignableThread, AvailableAgent, QueuePosition, UserBounds } from '../model/routing.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Assignment, RoutingState } from '../ports/routing-policy.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'

export interface AssignmentRoundDependencies {
  readonly read: Pick<StorageReads, 'routing'>
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly ids: Ids
  readonly settings: Pick<Settings, 'threadBounds'> & { readonly limits: UserBounds }
  /** Decides which agent is assigned to which thread. */
  readonly decide: (state: RoutingState) => readonly Assignment[] | Promise<readonly Assignment[]>
  /**
   * Whether `decide` assigns every thread that some agent can take. Then it needs only as many threads as the agents
   * have capacity for.
   */
  readonly assignsAll: boolean
}

/** Maximum number of threads in one decision. */
const maxThreadCount = 50
/** Maximum number of decisions in one round while none of them assigns a thread. */
const maxDecisionCount = 20
/** Maximum number of assignments in one transaction. Other changes of these chats or agents wait until it ends. */
const assignmentsPerCommit = 5
/** Maximum number of agents of a license that are read for a decision. */
const maxAgentCount = 5_000

/**
 * Assigns the longest-waiting threads of a license to its agents: one decision, then commits of a few assignments each.
 */
export class AssignmentRound {
  readonly #dependencies: AssignmentRoundDependencies

  constructor(dependencies: AssignmentRoundDependencies) {
    this.#dependencies = dependencies
  }

  /** Runs one round. Returns whether another round may find more to do. */
  async run(run: Run, licenseId: number): Promise<boolean> {
    const { read, assignsAll } = this.#dependencies
    const agents = await read.routing.listAvailable(licenseId, maxAgentCount)
    if (agents.length === 0) return false
    const { assignments, isEnd } = await this.#decide(run, licenseId, agents)
    if (assignments.length === 0) return false
    let count = 0
    for (let from = 0; from < assignments.length && !run.aborted; from += assignmentsPerCommit) {
      count += await this.#commit(run, licenseId, assignments.slice(from, from + assignmentsPerCommit))
    }
    if (!assignsAll || count < assignments.length) return count > 0
    return !isEnd && count < capacityOf(agents)
  }

  /**
   * Decides about the longest-waiting threads. When none of them is assigned, decides about the next ones, which would
   * otherwise never be considered.
   */
  async #decide(
    run: Run,
    licenseId: number,
    agents: readonly AvailableAgent[],
  ): Promise<{ readonly assignments: readonly Assignment[]; readonly isEnd: boolean }> {
    const { decide } = this.#dependencies
    let after: QueuePosition | null = null
    for (let count = 0; count < maxDecisionCount; count += 1) {
      const { threads, isEnd } = await this.#assignable(run, licenseId, agents, after)
      if (threads.length === 0) break
      const assignments = await decide({ licenseId, threads, agents })
      if (assignments.length > 0 || isEnd || run.aborted) return { assignments, isEnd }
      after = threads.at(-1) ?? null
    }
    return { assignments: [], isEnd: true }
  }

  /**
   * Returns the longest-waiting threads after `behind` that some agent can take, so that full threads do not block
   * others. `isEnd` is true when there are no further threads.
   */
  async #assignable(
    run: Run,
    licenseId: number,
    agents: readonly AvailableAgent[],
    behind: QueuePosition | null,
  ): Promise<{ readonly threads: readonly AssignableThread[]; readonly isEnd: boolean }> {
    const { read, clock, settings, assignsAll } = this.#dependencies
    const page = { now: clock.now(), bounds: settings.limits }
    const agentIds = new Set(agents.map(({ id }) => id))
    let limit = assignsAll ? Math.min(capacityOf(agents), maxThreadCount) : maxThreadCount
    let after = behind
    while (!run.aborted) {
      const threads: readonly AssignableThread[] = await read.routing.listAssignableThreads(
        licenseId,
        agents,
        {
          ...{ after, limit },
          ...page,
        },
      )
      const assignable = threads.filter(
        (thread) => !thread.isFull || thread.agentIds.some((id) => agentIds.has(id)),
      )
      const isEnd = threads.length < limit
      if (assignable.length > 0 || isEnd) return { threads: assignable, isEnd }
      after = threads.at(-1) ?? null
      limit = maxThreadCount
    }
    return { threads: [], isEnd: true }
  }

  #commit(run: Run, licenseId: number, assignments: readonly Assignment[]): Promise<number> {
    const { changes, clock } = this.#dependencies
    const chatIds = assignments.map(({ chatId }) => chatId)
    const at = clock.now()
    return changes.commit(createOrigin(run), at, chatIds, (tx) =>
      this.#assign(tx, at, licenseId, assignments),
    )
  }

  /** Makes the assignments that are still possible. */
  async #assign(
    tx: StorageTransaction,
    at: number,
    licenseId: number,
    assignments: readonly Assignment[],
  ): Promise<Outcome<number>> {
    const heads = await lockWaiting(tx, assignments)
    const agentIds = [...new Set(assignments.map(({ agentId }) => agentId))]
    const servingIds = [...new Set([...agentIds, ...[...heads.values()].flatMap(agentsOf)])]
    const available = new Map(
      (await tx.routing.lockAvailable(licenseId, servingIds)).map((it) => [it.id, it]),
    )
    const profiles = new Map((await tx.agents.listByIds(licenseId, agentIds)).map((it) => [it.id, it]))
    const { ids, settings, steady } = this.#dependencies
    const change: ChatChange = { tx, at, steadyAt: steady.now(), newId: () => ids.uuid() }
    const facts: Fact[] = []
    const givenTo: string[] = []
    const chatCounts = new Map([...available.values()].map((it) => [it.id, it.activeChatsCount]))
    for (const { chatId, agentId } of assignments) {
      const [head, agent, profile] = [heads.get(chatId), available.get(agentId), profiles.get(agentId)]
      if (head === undefined || agent === undefined || profile === undefined) continue
      if ((chatCounts.get(agentId) ?? 0) >= agent.maxChatsCount) continue
      if (!(await this.#mayTake(tx, agent, head))) continue
      facts.push(...(await assignAgent(change, head, profile, settings.threadBounds)).facts)
      givenTo.push(agentId)
      for (const id of new Set([agentId, ...agentsOf(head)]))
        chatCounts.set(id, (chatCounts.get(id) ?? 0) + 1)
    }
    await tx.routing.recordAssignments([...new Set(givenTo)], change.steadyAt)
    return { response: givenTo.length, facts }
  }

  async #mayTake(tx: StorageTransaction, agent: AvailableAgent, head: ChatHead): Promise<boolean> {
    const { scopes, members } = head
    const { limits } = this.#dependencies.settings
    const isFull = !isMember(agent.id, head) && (await exceededLimit(1, tx, head, limits)) !== undefined
    return mayTake(agent, { scopes, agentIds: members.map(({ id }) => id), isFull })
  }
}

/** Returns the agents whose number of chats the chat increases once it no longer waits. */
function agentsOf({ members }: ChatHead): readonly string[] {
  return members.filter(({ kind }) => kind === 'agent').map(({ id }) => id)
}

function capacityOf(agents: readonly AvailableAgent[]): number {
  return agents.reduce(
    (sum, { maxChatsCount, activeChatsCount }) => sum + maxChatsCount - activeChatsCount,
    0,
  )
}

/** Locks the chats that still wait, in a fixed order so that two rounds do not deadlock. */
async function lockWaiting(
  tx: StorageTransaction,
  assignments: readonly Assignment[],
): Promise<ReadonlyMap<string, ChatHead>> {
  const heads = new Map<string, ChatHead>()
  for (const chatId of assignments.map((assignment) => assignment.chatId).sort()) {
    const head = await tx.chats.lock(chatId)
    if (head?.thread.waitingSince != null) heads.set(chatId, head)
  }
  return heads
}
