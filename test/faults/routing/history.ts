import type { AgentEntry, Entry } from './log.js'
import { awakeAt, type Outage } from './outages.js'
import type { Agent } from './people.js'

export interface HistoryFindings {
  /** Violations of rules that always apply. */
  readonly violations: readonly string[]
  readonly assignedCount: number
  /** Number of threads that had an agent and waited again. */
  readonly waitedAgainCount: number
  /** Longest time that a thread waited while an agent who could take it was free, in milliseconds. */
  readonly idleAgentMs: number
  /** Longest time that an agent kept a chat after the grace period, as the storage recorded it, in milliseconds. */
  readonly keptAfterAbsenceMs: number
  /** Maximum number of rounds in which one thread was passed over for later ones. */
  readonly passedOver: number
  /** Number of assignments that passed over a thread. */
  readonly passingOverCount: number
}

interface DeskState {
  readonly agent: Agent
  readonly chatIds: Set<string>
  onlineUntil: number
  accepts: boolean
  isFree: boolean
}

interface ChatState {
  readonly audience: Audience
  readonly agentIds: Set<string>
  since: number
  /** When the thread entered the queue; `null` when it does not wait. */
  enteredAt: number | null
  wasServed: boolean
  passedOver: number
  passedAt: number
}

/** Chats that the same agents can see. */
interface Audience {
  readonly group: number
  readonly waiting: Set<string>
  freeCount: number
  freeSince: number
}

/** The value of `onlineUntil` in the storage for a connected agent. */
const connectedForever = Number.MAX_SAFE_INTEGER
/** Time for which a thread that has just entered the queue may be unknown to a round, in milliseconds. */
const roundMs = 1_000
/** Maximum time between two assignments of the same round, in milliseconds. */
const sameRoundMs = 20

/**
 * Replays the log and compares it with what routing promises (decisions §7). Time in which no node ran does not count.
 */
export class History {
  readonly #desks: ReadonlyMap<string, DeskState>
  readonly #groupOf: ReadonlyMap<string, number>
  readonly #outages: readonly Outage[]
  readonly #audiences = new Map<number, Audience>()
  readonly #chats = new Map<string, ChatState>()
  readonly #violations: string[] = []
  #assignedCount = 0
  #waitedAgainCount = 0
  #besideFreeMs = 0
  #keptMs = 0
  #passedOver = 0
  #passingOverCount = 0

  /** `groupOf` maps each chat to its group. Group 0 holds every agent. */
  constructor(agents: readonly Agent[], groupOf: ReadonlyMap<string, number>, outages: readonly Outage[]) {
    this.#desks = new Map(agents.map((agent) => [agent.id, deskOf(agent)]))
    this.#groupOf = groupOf
    this.#outages = outages
  }

  findings(entries: readonly Entry[]): HistoryFindings {
    for (const entry of entries) this.#take(entry, awakeAt(this.#outages, entry.at))
    for (const [id, { enteredAt, agentIds }] of this.#chats) {
      if (enteredAt !== null || agentIds.size > 0) this.#violations.push(`${id} was left over`)
    }
    return {
      violations: this.#violations,
      assignedCount: this.#assignedCount,
      waitedAgainCount: this.#waitedAgainCount,
      idleAgentMs: this.#besideFreeMs,
      keptAfterAbsenceMs: this.#keptMs,
      passedOver: this.#passedOver,
      passingOverCount: this.#passingOverCount,
    }
  }

  #take(entry: Entry, at: number): void {
    switch (entry.kind) {
      case 'agent':
        this.#agent(entry, at)
        break
      case 'waits':
        this.#waits(entry.chatId, entry.since, at)
        break
      case 'waits no more':
        this.#waitsNoMore(entry.chatId, at)
        break
      case 'serves':
        this.#serves(entry.chatId, entry.agentId, at)
        break
      case 'serves no more':
        this.#servesNoMore(entry.chatId, entry.agentId, at)
        break
    }
  }

  #agent({ agentId, onlineUntil, accepts }: AgentEntry, at: number): void {
    const desk = this.#desk(agentId)
    if (desk === undefined) return
    this.#noteKept(desk, at)
    Object.assign(desk, { onlineUntil, accepts })
    this.#update(desk, at)
  }

  #waits(chatId: string, since: number, at: number): void {
    const chat = this.#chat(chatId)
    if (chat.enteredAt !== null) this.#violations.push(`${chatId} came into the line twice`)
    if (chat.wasServed) this.#waitedAgainCount += 1
    if (chat.wasServed && since !== chat.since) this.#violations.push(`${chatId} lost its place in the line`)
    Object.assign(chat, { since, enteredAt: at, passedOver: 0 })
    chat.audience.waiting.add(chatId)
  }

  #waitsNoMore(chatId: string, at: number): void {
    const chat = this.#chat(chatId)
    this.#noteWaited(chat, at)
    chat.enteredAt = null
    chat.audience.waiting.delete(chatId)
  }

  #serves(chatId: string, agentId: string, at: number): void {
    const [chat, desk] = [this.#chat(chatId), this.#desk(agentId)]
    if (desk === undefined) return
    this.#checkAssignment(chatId, chat, desk)
    this.#notePassedOver(chatId, chat, desk, at)
    this.#assignedCount += 1
    chat.wasServed = true
    chat.agentIds.add(agentId)
    desk.chatIds.add(chatId)
    this.#update(desk, at)
  }

  #servesNoMore(chatId: string, agentId: string, at: number): void {
    const desk = this.#desk(agentId)
    this.#chat(chatId).agentIds.delete(agentId)
    if (desk === undefined) return
    this.#noteKept(desk, at)
    desk.chatIds.delete(chatId)
    this.#update(desk, at)
  }

  #checkAssignment(
    chatId: string,
    chat: ChatState,
    { agent, chatIds, onlineUntil, accepts }: DeskState,
  ): void {
    const assignment = `${chatId} was given to ${agent.id}`
    const { group } = chat.audience
    if (chat.agentIds.size > 0) this.#violations.push(`${assignment}, while ${[...chat.agentIds]} had it`)
    if (chatIds.size >= agent.maxChatsCount) this.#violations.push(`${assignment}, who had ${chatIds.size}`)
    if (onlineUntil !== connectedForever) this.#violations.push(`${assignment}, who was not connected`)
    if (!accepts) this.#violations.push(`${assignment}, who did not accept chats`)
    if (!sees(agent, group)) this.#violations.push(`${assignment}, who is not in group ${group}`)
  }

  /** Counts the threads before this one in the queue that the agent could have taken as well. */
  #notePassedOver(chatId: string, { since }: ChatState, { agent }: DeskState, at: number): void {
    let isPassing = false
    for (const { group, waiting } of this.#audiences.values()) {
      if (!sees(agent, group)) continue
      for (const otherId of waiting) {
        const other = this.#chat(otherId)
        const isBefore = other.since < since || (other.since === since && otherId < chatId)
        const { enteredAt } = other
        if (otherId === chatId || !isBefore || enteredAt === null || at - enteredAt < roundMs) continue
        if (at - other.passedAt > sameRoundMs) other.passedOver += 1
        other.passedAt = at
        isPassing = true
        this.#passedOver = Math.max(this.#passedOver, other.passedOver)
      }
    }
    if (isPassing) this.#passingOverCount += 1
  }

  #noteKept({ chatIds, onlineUntil }: DeskState, at: number): void {
    if (chatIds.size === 0 || onlineUntil === connectedForever) return
    this.#keptMs = Math.max(this.#keptMs, at - awakeAt(this.#outages, onlineUntil))
  }

  #noteWaited({ enteredAt, audience }: ChatState, at: number): void {
    if (enteredAt === null || audience.freeCount === 0) return
    this.#besideFreeMs = Math.max(this.#besideFreeMs, at - Math.max(enteredAt, audience.freeSince))
  }

  /** Updates whether the agent is free. */
  #update(desk: DeskState, at: number): void {
    const { agent, chatIds, onlineUntil, accepts } = desk
    const isFree = onlineUntil === connectedForever && accepts && chatIds.size < agent.maxChatsCount
    if (isFree === desk.isFree) return
    desk.isFree = isFree
    for (const group of [0, ...agent.groups]) this.#count(this.#audience(group), isFree ? 1 : -1, at)
  }

  #count(audience: Audience, change: 1 | -1, at: number): void {
    if (change === 1 && audience.freeCount === 0) audience.freeSince = at
    if (change === -1 && audience.freeCount === 1) {
      for (const id of audience.waiting) this.#noteWaited(this.#chat(id), at)
    }
    audience.freeCount += change
  }

  #desk(agentId: string): DeskState | undefined {
    return this.#desks.get(agentId)
  }

  #chat(chatId: string): ChatState {
    const known = this.#chats.get(chatId)
    if (known !== undefined) return known
    const group = this.#groupOf.get(chatId)
    if (group === undefined) this.#violations.push(`${chatId} was started, and its groups are unknown`)
    const chat: ChatState = {
      ...{ audience: this.#audience(group ?? 0), agentIds: new Set<string>(), since: 0, enteredAt: null },
      ...{ wasServed: false, passedOver: 0, passedAt: Number.NEGATIVE_INFINITY },
    }
    this.#chats.set(chatId, chat)
    return chat
  }

  #audience(group: number): Audience {
    const audience = this.#audiences.get(group) ?? { group, waiting: new Set(), freeCount: 0, freeSince: 0 }
    this.#audiences.set(group, audience)
    return audience
  }
}

function deskOf(agent: Agent): DeskState {
  return { agent, chatIds: new Set(), onlineUntil: 0, accepts: true, isFree: false }
}

function sees({ groups }: Agent, group: number): boolean {
  return group === 0 || groups.includes(group)
}
