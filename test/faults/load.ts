import { setMaxListeners } from 'node:events'
import { within } from '../support/deadline.js'
import { byProfile } from '../support/profile.js'
import type { Ledger } from './ledger.js'
import { closeThreads, type Sender, sendOverHttp, sendOverRtm } from './senders.js'
import { agentOf, customerOf, type Tenant } from './tenant.js'

export interface LoadOptions {
  /** Minimum number of characters of a message. Default: only what makes it unique. */
  readonly length?: number
  /** Time from a response to the sender's next message, in milliseconds. Default: 0, in the quick profile 10. */
  readonly pauseMs?: number
  /** Whether the storage may be unavailable. Default: no. */
  readonly isPatient?: boolean
  /** Whether the engine may be gone at any moment. Default: no. */
  readonly mayDisconnect?: boolean
}

/** The quick profile leaves processor time to the other tests. */
const usualPauseMs = byProfile({ quick: 10, full: 0, nightly: 0 })

/** Maximum time to wait for a response, in milliseconds: longer than any request may take. */
const patienceMs = 30_000

/** Lets every user of the tenant send messages until it is stopped. */
export class Load {
  /** Resolves when every sender has ended, because it was stopped or because its connection broke. */
  readonly ended: Promise<unknown>
  /** Number of connections that the senders keep. Not all are open from the start. */
  readonly connectionCount: number
  readonly #stop = new AbortController()
  readonly #ledger: Ledger

  constructor(port: number, tenant: Tenant, ledger: Ledger, options: LoadOptions = {}) {
    const { length = 0, pauseMs = usualPauseMs, isPatient = false, mayDisconnect = false } = options
    this.#ledger = ledger
    // Every real-time connection adds a listener.
    setMaxListeners(0, this.#stop.signal)
    const common = { ledger, length, pauseMs, isPatient, mayDisconnect, stop: this.#stop.signal }
    const senders = tenant.conversations.flatMap(({ chatId, customerToken }, index) => {
      const named = (name: string) => ({ ...common, name: `${name} ${index}`, chatId })
      const customer = (name: string): Sender => ({
        ...named(name),
        caller: customerOf(tenant, customerToken),
      })
      const agent = (name: string): Sender => ({ ...named(name), caller: agentOf(tenant) })
      return [
        sendOverRtm(customer('customer over RTM'), port),
        sendOverRtm(agent('agent over RTM'), port),
        sendOverHttp(customer('customer over HTTP'), port, true),
        sendOverHttp(agent('agent over HTTP'), port, false),
        ...(index % 2 === 0 ? [closeThreads(agent('closer'), port)] : []),
      ]
    })
    this.connectionCount = senders.length
    this.ended = Promise.all(senders)
    // Callers that wait for responses continue; `stop()` reports the error.
    this.ended.catch(() => ledger.abandon())
  }

  /**
   * Stops the senders. Resolves once everything that was sent is answered; rejects with the first error that a sender
   * found.
   */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#ledger.abandon()
    await within(this.ended, () => 'the last answers', patienceMs)
  }
}
