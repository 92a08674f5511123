import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { Latencies } from '../faults/latencies.js'
import type { LostTime, Took } from '../faults/lost-time.js'
import { checkWaits, WaitedTooLong } from '../faults/waits.js'
import { within } from '../support/deadline.js'
import { textAt } from '../support/json.js'
import { measuresTime } from '../support/profile.js'
import { HonestClient, mark } from './honest-client.js'
import type { Cast } from './world.js'

/** Maximum time in ms that a login may take. It lists all chats, so it may take longer than other requests. */
const maxArrivalMs = 1_000
/** Pause in ms between a response and the next request, long enough to stay below every rate limit. */
const pauseMs = 70
const arrivalPauseMs = 500
const patienceMs = 20_000

/**
 * A customer and an agent who write to each other in their own chat during an attack, and measure the duration of
 * every request.
 */
export class HonestPair {
  readonly waits = new Latencies()
  readonly ownWaits = new Latencies()
  /** Durations of the agent's additional logins on a second connection. */
  readonly ownArrivals = new Latencies()
  readonly #lostTime: LostTime
  readonly #customer: HonestClient
  readonly #agent: HonestClient
  readonly #toAgent: Conversation
  readonly #toCustomer: Conversation
  readonly #ended: Promise<unknown>
  readonly #stopping = new AbortController()

  private constructor(
    lostTime: LostTime,
    clients: { readonly customer: HonestClient; readonly agent: HonestClient },
    conversations: { readonly toAgent: Conversation; readonly toCustomer: Conversation },
    chatId: string,
  ) {
    this.#lostTime = lostTime
    this.#customer = clients.customer
    this.#agent = clients.agent
    this.#toAgent = conversations.toAgent
    this.#toCustomer = conversations.toCustomer
    const chat = { chat_id: chatId }
    this.#ended = Promise.all([
      this.#repeat(() => this.#say(this.#customer, this.#toAgent, chatId)),
      this.#repeat(() => this.#say(this.#agent, this.#toCustomer, chatId)),
      this.#repeat(() => this.#customer.call('get_chats_summary', { limit: 5 })),
      this.#repeat(() => this.#agent.call('get_chat_threads', chat)),
      this.#arriveAgainAndAgain(),
    ])
    // Prevents an unhandled rejection. `stop()` awaits this promise and reports its error.
    this.#ended.catch(() => undefined)
  }

  static async come(port: number, cast: Cast, lostTime: LostTime): Promise<HonestPair> {
    const toAgent = new Conversation(`${mark}to the agent `)
    const toCustomer = new Conversation(`${mark}to the customer `)
    const customer = await HonestClient.come(port, cast.honestCustomer, (text) => toCustomer.hear(text))
    const agent = await HonestClient.come(port, cast.honestAgent, (text) => toAgent.hear(text))
    const started = await customer.ask('start_chat', {})
    const conversations = { toAgent, toCustomer }
    return new HonestPair(lostTime, { customer, agent }, conversations, textAt(started, 'chat.id'))
  }

  /**
   * Stops the pair. Resolves when all sent messages have been received, and rejects when one is missing or the engine
   * ended a connection.
   */
  async stop(): Promise<void> {
    this.#stopping.abort()
    try {
      await this.#ended
      await within(this.#toAgent.heardAll(), () => 'the last message to the agent', patienceMs)
      await within(this.#toCustomer.heardAll(), () => 'the last message to the customer', patienceMs)
      assert.equal(this.#agent.closedWith, undefined, 'the agent was disconnected')
      assert.equal(this.#customer.closedWith, undefined, 'the customer was disconnected')
    } finally {
      await this.#customer.leave()
      await this.#agent.leave()
    }
  }

  /** Checks that no request or login took too long. Time in which the machine had no free core does not count. */
  check(): void {
    if (!measuresTime) return
    const { ownWaits, ownArrivals } = this
    checkWaits(ownWaits, 1)
    if (ownArrivals.maxMs > maxArrivalMs) throw new WaitedTooLong(`somebody waited to log in: ${ownArrivals}`)
  }

  async #say(client: HonestClient, conversation: Conversation, chatId: string): Promise<void> {
    const text = conversation.next(this.#lostTime.watch(), (took) => this.#note(took))
    await client.ask('send_event', { chat_id: chatId, event: { type: 'message', text } })
  }

  async #repeat(ask: () => Promise<unknown>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const end = this.#lostTime.watch()
      await ask()
      this.#note(end())
      await this.#pause(pauseMs)
    }
  }

  async #arriveAgainAndAgain(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const end = this.#lostTime.watch()
      await this.#agent.arrive()
      this.ownArrivals.add(end().ownMs)
      await this.#pause(arrivalPauseMs)
    }
  }

  /** Waits for `ms`, or until the pair is stopped. */
  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }

  #note({ ms, ownMs }: Took): void {
    this.waits.add(ms)
    this.ownWaits.add(ownMs)
  }
}

interface Said {
  readonly text: string
  readonly heard: () => void
}

/** The messages from one of the pair to the other. Each must be received once and in order. */
class Conversation {
  readonly #prefix: string
  readonly #said: Said[] = []
  #heardCount = 0
  #error: Error | undefined
  #wakeUp: () => void = () => undefined

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Returns the text of the next message. `note` is called with the time until the other received it. */
  next(end: () => Took, note: (took: Took) => void): string {
    const text = `${this.#prefix}${this.#said.length}`
    this.#said.push({ text, heard: () => note(end()) })
    return text
  }

  hear(text: string): void {
    if (!text.startsWith(this.#prefix)) return
    const said = this.#said[this.#heardCount]
    if (said?.text !== text) this.#error ??= new Error(`heard "${text}" instead of "${said?.text}"`)
    said?.heard()
    this.#heardCount += 1
    this.#wakeUp()
  }

  async heardAll(): Promise<void> {
    while (this.#heardCount < this.#said.length) {
      await new Promise<void>((resolve) => {
        this.#wakeUp = resolve
      })
    }
    if (this.#error !== undefined) throw this.#error
  }
}
