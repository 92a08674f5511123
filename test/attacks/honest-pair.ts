import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { Latencies } from '../faults/latencies.js'
import type { LostTime, Timing } from '../faults/lost-time.js'
import { checkWaits, WaitTooLongError } from '../faults/waits.js'
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

  static async connect(port: number, cast: Cast, lostTime: LostTime): Promise<HonestPair> {
    const toAgent = new Conversation(`${mark}to the agent `)
    const toCustomer = new Conversation(`${mark}to the customer `)
    const customer = await HonestClient.connect(port, cast.honestCustomer, (text) => toCustomer.receive(text))
    const agent = await HonestClient.connect(port, cast.honestAgent, (text) => toAgent.receive(text))
    const started = await customer.request('start_chat', {})
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
      await within(this.#toAgent.waitForAll(), () => 'the last message to the agent', patienceMs)
      await within(this.#toCustomer.waitForAll(), () => 'the last message to the customer', patienceMs)
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
    if (ownArrivals.maxMs > maxArrivalMs)
      throw new WaitTooLongError(`somebody waited to log in: ${ownArrivals}`)
  }

  async #say(client: HonestClient, conversation: Conversation, chatId: string): Promise<void> {
    const text = conversation.next(this.#lostTime.watch(), (took) => this.#note(took))
    await client.request('send_event', { chat_id: chatId, event: { type: 'message', text } })
  }

  async #repeat(request: () => Promise<unknown>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const end = this.#lostTime.watch()
      await request()
      this.#note(end())
      await this.#pause(pauseMs)
    }
  }

  async #arriveAgainAndAgain(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const end = this.#lostTime.watch()
      await this.#agent.arrive()
      this.ownArrivals.record(end().ownMs)
      await this.#pause(arrivalPauseMs)
    }
  }

  /** Waits for `ms`, or until the pair is stopped. */
  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }

  #note({ ms, ownMs }: Timing): void {
    this.waits.record(ms)
    this.ownWaits.record(ownMs)
  }
}

interface SentMessage {
  readonly text: string
  readonly onReceived: () => void
}

/** The messages from one of the pair to the other. Each must be received once and in order. */
class Conversation {
  readonly #prefix: string
  readonly #sent: SentMessage[] = []
  #receivedCount = 0
  #error: Error | undefined
  #wakeUp: () => void = () => undefined

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Returns the text of the next message. `note` is called with the time until the other received it. */
  next(end: () => Timing, note: (timing: Timing) => void): string {
    const text = `${this.#prefix}${this.#sent.length}`
    this.#sent.push({ text, onReceived: () => note(end()) })
    return text
  }

  receive(text: string): void {
    if (!text.startsWith(this.#prefix)) return
    const expected = this.#sent[this.#receivedCount]
    if (expected?.text !== text)
      this.#error ??= new Error(`received "${text}" instead of "${expected?.text}"`)
    expected?.onReceived()
    this.#receivedCount += 1
    this.#wakeUp()
  }

  async waitForAll(): Promise<void> {
    while (this.#receivedCount < this.#sent.length) {
      await new Promise<void>((resolve) => {
        this.#wakeUp = resolve
      })
    }
    if (this.#error !== undefined) throw this.#error
  }
}
