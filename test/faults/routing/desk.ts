import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { excusedStatuses } from '../wire.js'
import { pace } from './pace.js'
import type { Agent } from './people.js'
import { PresentAgent } from './presence.js'
import { pick, type ResponseOf, randomBetween, type Stage, sendRequest } from './stage.js'

const lookMs = 100 * pace
const stayMs = [2_000 * pace, 10_000 * pace] as const
const chatMs = [500 * pace, 3_500 * pace] as const
const shortMs = [100 * pace, 500 * pace] as const
/** Range of the long absences, in milliseconds: longer than the grace period of the nodes. */
const longMs = [2_500 * pace, 5_000 * pace] as const
const shareOfCrashes = 0.5
const shareOfLong = 0.5
/** Share of the chats that an agent hands to another agent instead of closing them. */
const shareOfLeft = 0.25
/** Probability that an agent changes the routing status, each time it looks at its chats. */
const shareOfStatusChanges = 0.02

/** Lets an agent connect, disconnect, crash and reconnect while serving chats, until the stage ends. */
export async function runDesk(stage: Stage, agent: Agent): Promise<void> {
  const { random } = stage
  let from = Date.now()
  while (!stage.isOver) {
    const port = pick(random, stage.nodes.ports)
    // A login without a response may still have succeeded.
    if (port !== undefined) stage.absences.push({ agentId: agent.id, from, until: Date.now() })
    const present = port === undefined ? undefined : await PresentAgent.logIn(port, agent.token)
    if (present === undefined) await delay(lookMs)
    else await new Desk(stage, agent, present).work()
    if (port !== undefined) from = Date.now()
    if (!stage.isEnding) await delay(randomBetween(random, random() < shareOfLong ? longMs : shortMs))
  }
}

/** The actions of an agent between a login and the end of the connection. */
class Desk {
  readonly #stage: Stage
  readonly #agent: Agent
  readonly #present: PresentAgent
  /** Monotonic time at which each chat ends, by chat id. */
  readonly #ends = new Map<string, number>()
  #accepts = true

  constructor(stage: Stage, agent: Agent, present: PresentAgent) {
    this.#stage = stage
    this.#agent = agent
    this.#present = present
  }

  async work(): Promise<void> {
    const { random } = this.#stage
    const until = performance.now() + randomBetween(random, stayMs)
    while (
      this.#present.isThere &&
      !this.#stage.isOver &&
      (this.#stage.isEnding || performance.now() < until)
    ) {
      await this.#endChats()
      if (this.#accepts ? !this.#stage.isEnding && random() < shareOfStatusChanges : this.#mayAcceptAgain()) {
        await this.#accept(!this.#accepts)
      }
      await delay(lookMs)
    }
    await this.#present.leave({ isCrash: random() < shareOfCrashes })
  }

  #mayAcceptAgain(): boolean {
    return this.#stage.isEnding || this.#stage.random() < 10 * shareOfStatusChanges
  }

  async #endChats(): Promise<void> {
    const { random, chatIds, isEnding } = this.#stage
    for (const chatId of chatIds.get(this.#agent.id) ?? []) {
      const end = this.#ends.get(chatId) ?? performance.now() + randomBetween(random, chatMs)
      this.#ends.set(chatId, end)
      if (performance.now() < end || !this.#present.isThere) continue
      const action = !isEnding && random() < shareOfLeft ? 'remove_from_chat' : 'close_thread'
      const answer = await this.#ask(action, { chat_id: chatId })
      if (answer !== undefined) this.#ends.delete(chatId)
      // The chat may just have ended or have been given to another agent.
      requireStatus(answer, [400, 403], action)
    }
  }

  /** Sets the routing status. An agent without a connection has no status to change. */
  async #accept(accepts: boolean): Promise<void> {
    const routing_status = accepts ? 'accepting_chats' : 'not_accepting_chats'
    const answer = await this.#ask('update_agent', { routing_status })
    if (answer?.status === 200) this.#accepts = accepts
    requireStatus(answer, [400], 'update_agent')
  }

  #ask(action: string, payload: object): Promise<ResponseOf | undefined> {
    return sendRequest(this.#stage, ['agent', 'v0.4', action], { token: this.#agent.token, payload })
  }
}

/**
 * Checks that the request succeeded, lost its connection, was refused with one of these statuses, or met an overloaded
 * node.
 */
function requireStatus(answer: ResponseOf | undefined, refused: readonly number[], action: string): void {
  const usual = [200, undefined, ...refused, ...excusedStatuses]
  assert.ok(usual.includes(answer?.status), `${action}: ${JSON.stringify(answer)}`)
}
