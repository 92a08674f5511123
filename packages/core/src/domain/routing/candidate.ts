import type { AvailableAgent } from '../../model/routing.js'

/** An agent during one round of assignments. */
export class Candidate {
  readonly agent: AvailableAgent
  #activeChatsCount: number
  #lastTurn: number

  constructor(agent: AvailableAgent) {
    this.agent = agent
    this.#activeChatsCount = agent.activeChatsCount
    this.#lastTurn = agent.lastAssignedAt ?? Number.NEGATIVE_INFINITY
  }

  get activeChatsCount(): number {
    return this.#activeChatsCount
  }

  /** The order of the agent's last assignment, in any growing unit; -Infinity when there was none. */
  get lastTurn(): number {
    return this.#lastTurn
  }

  get hasCapacity(): boolean {
    return this.#activeChatsCount < this.agent.maxChatsCount
  }

  addAssignment(turn: number): void {
    this.#activeChatsCount += 1
    this.#lastTurn = turn
  }

  /** Counts a thread that was given to another agent of the same chat. It is an active chat of this agent too. */
  addSharedChat(): void {
    this.#activeChatsCount += 1
  }
}

/** Compares two candidates of the same rank (decisions §7). Negative when the first one gets a thread earlier. */
export function compareCandidates(one: Candidate, other: Candidate): number {
  if (one.activeChatsCount !== other.activeChatsCount) return one.activeChatsCount - other.activeChatsCount
  if (one.lastTurn !== other.lastTurn) return one.lastTurn < other.lastTurn ? -1 : 1
  return compareIds(one.agent.id, other.agent.id)
}

/** Compares two ids by code units, which gives the same order on every node, regardless of its locale. */
export function compareIds(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
