import type { ChatScopes } from '../../model/chat.js'
import type { AssignableThread, AvailableAgent } from '../../model/routing.js'
import { Candidate, compareCandidates } from './candidate.js'
import { CandidateQueue } from './candidate-queue.js'
import {
  administratorRank,
  findRank,
  getScopeGroups,
  namedRank,
  type Rank,
  rankByPriority,
  ranks,
} from './rank.js'

const nobody: ReadonlySet<string> = new Set()

/** The agents who can take another thread, kept in queues so that finding the next one does not visit every agent. */
export class Candidates {
  readonly #byId = new Map<string, Candidate>()
  /** Queues by group, then by the rank that the group's priority gives. */
  readonly #groups = new Map<number, Map<Rank, CandidateQueue>>()
  readonly #administrators = new CandidateQueue()

  constructor(agents: readonly AvailableAgent[]) {
    const candidates = agents.map((agent) => new Candidate(agent)).filter(({ hasCapacity }) => hasCapacity)
    for (const candidate of candidates.sort(compareCandidates)) {
      this.#byId.set(candidate.agent.id, candidate)
      for (const queue of this.#queuesOf(candidate)) queue.append(candidate)
    }
  }

  /**
   * Returns the agent who gets the thread: members of the chat first, agents who were in it before last. Returns
   * `undefined` when no agent who may take it has a free slot.
   */
  findNext(thread: AssignableThread): Candidate | undefined {
    const { scopes, agentIds, isFull } = thread
    const members = this.#named(agentIds)
    const member = firstOf((rank) =>
      members.filter(({ agent }) => (findRank(agent, scopes) ?? administratorRank) === rank),
    )
    return member === undefined && !isFull ? this.#nextToAdd(thread) : member
  }

  #nextToAdd({ scopes, formerAgentIds }: AssignableThread): Candidate | undefined {
    const former = formerAgentIds.length === 0 ? nobody : new Set(formerAgentIds)
    return firstOf((rank) => this.#ofRank(rank, scopes, former)) ?? this.#firstNamed(formerAgentIds, scopes)
  }

  /**
   * Counts a thread for the agent who was given it, as the latest assignment so far, and for all agents who are members
   * of the chat.
   */
  assign(candidate: Candidate, { agentIds }: AssignableThread, turn: number): void {
    candidate.addAssignment(turn)
    if (candidate.hasCapacity) for (const queue of this.#queuesOf(candidate)) queue.append(candidate)
    for (const member of this.#named(agentIds)) {
      if (member === candidate) continue
      member.addSharedChat()
      if (member.hasCapacity) for (const queue of this.#queuesOf(member)) queue.insert(member)
    }
  }

  /** Returns the agents with that rank who could be next, without those in `except`. */
  #ofRank(rank: Rank, scopes: ChatScopes, except: ReadonlySet<string>): readonly Candidate[] {
    if (rank === administratorRank) return present([this.#administrators.first(except)])
    const inGroups = present(
      getScopeGroups(scopes).map((id) => this.#groups.get(id)?.get(rank)?.first(except)),
    )
    if (rank !== namedRank) return inGroups
    return [...inGroups, ...this.#named(scopes.agents).filter(({ agent }) => !except.has(agent.id))]
  }

  #firstNamed(agentIds: readonly string[], scopes: ChatScopes): Candidate | undefined {
    const named = this.#named(agentIds)
    return firstOf((rank) => named.filter(({ agent }) => findRank(agent, scopes) === rank))
  }

  #named(agentIds: readonly string[]): readonly Candidate[] {
    return present(agentIds.map((id) => this.#byId.get(id))).filter(({ hasCapacity }) => hasCapacity)
  }

  /** Returns the queues that the agent belongs to. */
  #queuesOf({ agent: { permission, groups } }: Candidate): readonly CandidateQueue[] {
    const queues = groups.map(({ id, priority }) => this.#queue(id, rankByPriority[priority]))
    return permission === 'administrator' ? [...queues, this.#administrators] : queues
  }

  #queue(groupId: number, rank: Rank): CandidateQueue {
    const queues = this.#groups.get(groupId) ?? new Map<Rank, CandidateQueue>()
    const queue = queues.get(rank) ?? new CandidateQueue()
    this.#groups.set(groupId, queues.set(rank, queue))
    return queue
  }
}

/** Returns the next agent of the best rank that any agent has. */
function firstOf(ofRank: (rank: Rank) => readonly Candidate[]): Candidate | undefined {
  for (const rank of ranks) {
    const [first, ...others] = ofRank(rank)
    if (first !== undefined) return others.reduce(earlier, first)
  }
  return undefined
}

function earlier(one: Candidate, other: Candidate): Candidate {
  return compareCandidates(one, other) <= 0 ? one : other
}

function present(candidates: readonly (Candidate | undefined)[]): readonly Candidate[] {
  return candidates.filter((candidate) => candidate !== undefined)
}
