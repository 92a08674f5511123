import { setMaxListeners } from 'node:events'
import { within } from '../support/deadline.js'
import { byProfile } from '../support/profile.js'
import type { Ledger } from './ledger.js'
import { closeThreads, type Sender, sendOverHttp, sendOverRtm } from './senders.js'
import { agentOf, customerOf, type Tenant } from './tenant.js'

export interface LoadOptions {
  /** Characters of a message, at least. Default: no more than what tells it from others. */
  readonly length?: number
  /** From an answer to the sender's next message. Default: as fast as it goes, in the quick profile 10. */
  readonly pauseMs?: number
  /** Whether the storage may be away. Default: no. */
  readonly isPatient?: boolean
  /** Whether the engine may be gone at any moment. Default: no. */
  readonly mayBreak?: boolean
}

/** The quick profile leaves the machine to the other tests. */
const usualPauseMs = byProfile({ quick: 10, full: 0, nightly: 0 })

/** Longer than any request may take. */
const patienceMs = 30_000

/** Everybody of the tenant, sending. */
export class Load {
  /** Resolves when every sender has ended: because it was stopped, or because its connection broke. */
  readonly ended: Promise<unknown>
  /** Connections that it keeps; the last of them are opened after a while. */
  readonly connectionCount: number
  readonly #stop = new AbortController()
  readonly #ledger: Ledger

  constructor(port: number, tenant: Tenant, ledger: Ledger, options: LoadOptions = {}) {
    const { length = 0, pauseMs = usualPauseMs, isPatient = false, mayBreak = false } = options
    this.#ledger = ledger
    // One for each real-time connection.
    setMaxListeners(0, this.#stop.signal)
    const common = { ledger, length, pauseMs, isPatient, mayBreak, stop: this.#stop.signal }
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
    // Who waits for the others goes on, and hears of it from `stop()`.
    this.ended.catch(() => ledger.abandon())
  }

  /** Resolves once everything that was sent is answered; rejects with what a sender found wrong. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#ledger.abandon()
    await within(this.ended, () => 'the last answers', patienceMs)
  }
}
