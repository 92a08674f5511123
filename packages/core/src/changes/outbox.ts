import type { SteadyClock } from '../clock/steady-clock.js'
import { Turns } from '../clock/turns.js'
import type { Configuration } from '../configuration/configuration.js'
import type { FileUrls } from '../domain/file-urls.js'
import { getConsequences } from '../facts/consequences.js'
import { type Fact, getLicenseId, isChatFact } from '../facts/fact.js'
import type { ChatCommit } from '../facts/fact-batch.js'
import type { ChatHead } from '../model/chat.js'
import type { NewDelivery } from '../model/delivery.js'
import type { Clock } from '../ports/clock.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { Append, AppendDecision } from './append.js'
import { findWebhooks, matchDeliveries } from './deliveries.js'
import type { Origin } from './origin.js'
import type { Outcome } from './outcome.js'

export interface OutboxDependencies {
  readonly newId: () => string
  /** Reads the configuration of a license within the transaction. */
  readonly configurationIn: (tx: StorageTransaction, licenseId: number) => Promise<Configuration>
  readonly files: FileUrls
  readonly clock: Pick<Clock, 'monotonic'>
  readonly steady: Pick<SteadyClock, 'now'>
}

/** A fact, and what decides which webhooks it triggers. */
interface MatchedFact {
  readonly configuration: Configuration
  readonly fact: Fact
  readonly head: ChatHead | null
  readonly at: number
  /** Index of the fact's event among the events of the commit; `null` when the fact has no event. */
  readonly eventIndex: number | null
}

/** The webhook deliveries of a commit, and their cost in bytes of pushes, charged to the author. */
export interface CommitDeliveries {
  readonly deliveries: readonly NewDelivery[]
  readonly bytes: number
}

/** The value for a commit that triggers no webhook. */
export const noDeliveries: CommitDeliveries = Object.freeze({ deliveries: Object.freeze([]), bytes: 0 })

/**
 * Creates the webhook deliveries of commits, which are stored in the same commit. A license without webhooks has no
 * cost.
 */
export class Outbox {
  readonly #dependencies: OutboxDependencies

  constructor(dependencies: OutboxDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns the deliveries for events that are about to be appended. */
  async prepareAppend<Response>(
    configuration: Configuration,
    append: Append<Response>,
    { head, added }: AppendDecision,
  ): Promise<CommitDeliveries> {
    // The orders are not known yet. They are not part of what is stored.
    const outcome = append.outcome(
      head,
      added.events.map(() => 0),
    )
    const ids = added.events.map(({ id }) => id)
    const turns = new Turns(this.#dependencies.clock)
    const sent: CommitDeliveries[] = []
    for (const fact of outcome.facts) {
      const index = fact.name === 'incoming_event' ? ids.indexOf(fact.event.id) : -1
      const matched = { configuration, fact, head: isChatFact(fact) ? (outcome.head ?? head) : null }
      sent.push(
        await this.#sent(turns, { ...matched, at: append.at, eventIndex: index === -1 ? null : index }),
      )
    }
    return sumOf(sent)
  }

  /** Stores the deliveries for the facts of a transaction that has these sequences. */
  async add(
    tx: StorageTransaction,
    { configuration: known }: Origin,
    at: number,
    { facts, head: changed }: Pick<Outcome<unknown>, 'facts' | 'head'>,
    commits: readonly ChatCommit[],
  ): Promise<CommitDeliveries> {
    if (known !== undefined && known.webhooks.size === 0) return noDeliveries
    const turns = new Turns(this.#dependencies.clock)
    const sent: CommitDeliveries[] = []
    const orders: number[] = []
    const configurations = new Map<number, Configuration>()
    const heads = new Map(changed && [[changed.id, changed]])
    for (const fact of facts) {
      if (getConsequences(fact.name).webhook === null) continue
      const eventIndex = fact.name === 'incoming_event' ? orders.push(fact.event.order) - 1 : null
      const configuration = known ?? (await this.#configurationIn(tx, getLicenseId(fact), configurations))
      if (findWebhooks(configuration, fact).length === 0) continue
      const head = await headOf(tx, fact, heads)
      sent.push(await this.#sent(turns, { configuration, fact, head, at, eventIndex }))
    }
    const all = sumOf(sent)
    if (all.deliveries.length === 0) return all
    const sequences = new Map(commits.map(({ chatId, sequence }) => [chatId, sequence]))
    await tx.outbox.add(all.deliveries, { sequences, orders })
    return all
  }

  /** Reads the configuration of each license once per commit. */
  async #configurationIn(
    tx: StorageTransaction,
    licenseId: number,
    read: Map<number, Configuration>,
  ): Promise<Configuration> {
    const configuration = read.get(licenseId) ?? (await this.#dependencies.configurationIn(tx, licenseId))
    read.set(licenseId, configuration)
    return configuration
  }

  async #sent(
    turns: Turns,
    { configuration, fact, head, at, eventIndex }: MatchedFact,
  ): Promise<CommitDeliveries> {
    const { newId, files, steady } = this.#dependencies
    const steadyNow = steady.now()
    const matched = await turns.run(matchDeliveries(configuration, fact, head, { files, now: at, steadyNow }))
    const deliveries = matched.deliveries.map(({ licenseId, webhookId, chatId, payload }) => {
      const times = { createdAt: at, dueAt: steadyNow }
      return { id: newId(), licenseId, webhookId, chatId, payload, eventIndex, ...times }
    })
    const payloadBytes = deliveries.reduce((sum, { payload }) => sum + payload.length, 0)
    return { deliveries, bytes: matched.matchingBytes + payloadBytes }
  }
}

function sumOf(sent: readonly CommitDeliveries[]): CommitDeliveries {
  const [first = noDeliveries] = sent
  if (sent.length <= 1) return first
  return {
    deliveries: sent.flatMap(({ deliveries }) => deliveries),
    bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Returns the chat's head as the change returned it, or else reads it in the transaction, once. */
async function headOf(
  tx: StorageTransaction,
  fact: Fact,
  known: Map<string, ChatHead>,
): Promise<ChatHead | null> {
  if (!isChatFact(fact)) return null
  const { id } = fact.chat
  const head = known.get(id) ?? (await tx.chats.getHead(id))
  if (head === undefined) throw new TypeError('The storage does not find a chat that was changed')
  known.set(id, head)
  return head
}
