import type { AvailableAgent } from '../../model/routing.js'

/** An agent while chats are being given out. */
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

  /** When the agent was last given a chat, in any unit that grows; -Infinity: never. */
  get lastTurn(): number {
    return this.#lastTurn
  }

  get hasRoom(): boolean {
    return this.#activeChatsCount < this.agent.maxChatsCount
  }

  take(turn: number): void {
    this.#activeChatsCount += 1
    this.#lastTurn = turn
  }

  /** A chat that the agent is in was given to another: it is one of the agent's from now on, too. */
  share(): void {
    this.#activeChatsCount += 1
  }
}

/** Negative: of two of one rank the first gets a chat before the second (decisions §7). */
export function compareCandidates(one: Candidate, other: Candidate): number {
  if (one.activeChatsCount !== other.activeChatsCount) return one.activeChatsCount - other.activeChatsCount
  if (one.lastTurn !== other.lastTurn) return one.lastTurn < other.lastTurn ? -1 : 1
  return compareIds(one.agent.id, other.agent.id)
}

/** By code units: the same on every node, whatever its locale. */
export function compareIds(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
