import type { SteadyClock } from '../clock/steady-clock.js'
import { Turns } from '../clock/turns.js'
import type { Configuration } from '../configuration/configuration.js'
import type { FileUrls } from '../domain/file-urls.js'
import { consequencesOf } from '../facts/consequences.js'
import { type Fact, isChatFact, licenseOf } from '../facts/fact.js'
import type { ChatPlace } from '../facts/fact-batch.js'
import type { ChatHead } from '../model/chat.js'
import type { NewDelivery } from '../model/delivery.js'
import type { Clock } from '../ports/clock.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { Append, AppendDecision } from './append.js'
import { deliveriesOf, webhooksOf } from './deliveries.js'
import type { Origin } from './origin.js'
import type { Outcome } from './outcome.js'

export interface OutboxDependencies {
  readonly newId: () => string
  /** As it is in that transaction. */
  readonly configurationIn: (tx: StorageTransaction, licenseId: number) => Promise<Configuration>
  readonly files: FileUrls
  readonly clock: Pick<Clock, 'monotonic'>
  readonly steady: Pick<SteadyClock, 'now'>
}

/** A fact, and what decides what it has sent. */
interface Told {
  readonly configuration: Configuration
  readonly fact: Fact
  readonly head: ChatHead | null
  readonly at: number
  /** Of the events of the commit; `null` where it is about none. */
  readonly eventIndex: number | null
}

/** What a commit has webhooks sent, and what that costs, as bytes of pushes, for the author to be charged. */
export interface Sent {
  readonly deliveries: readonly NewDelivery[]
  readonly bytes: number
}

/** Of a commit that no webhook hears of. */
export const nothingSent: Sent = Object.freeze({ deliveries: Object.freeze([]), bytes: 0 })

/** What commits have webhooks sent, stored with them. A license without webhooks pays nothing for it. */
export class Outbox {
  readonly #dependencies: OutboxDependencies

  constructor(dependencies: OutboxDependencies) {
    this.#dependencies = dependencies
  }

  /** What events that are about to be appended have sent. */
  async ofAppend<Response>(
    configuration: Configuration,
    append: Append<Response>,
    { head, added }: AppendDecision,
  ): Promise<Sent> {
    // The orders are not known yet, and stay out of what is stored of the facts.
    const outcome = append.outcome(
      head,
      added.events.map(() => 0),
    )
    const ids = added.events.map(({ id }) => id)
    const turns = new Turns(this.#dependencies.clock)
    const sent: Sent[] = []
    for (const fact of outcome.facts) {
      const index = fact.name === 'incoming_event' ? ids.indexOf(fact.event.id) : -1
      const told = { configuration, fact, head: isChatFact(fact) ? (outcome.head ?? head) : null }
      sent.push(await this.#sent(turns, { ...told, at: append.at, eventIndex: index === -1 ? null : index }))
    }
    return sumOf(sent)
  }

  /** Stores what a transaction tells, which has taken these places. */
  async add(
    tx: StorageTransaction,
    { configuration: known }: Origin,
    at: number,
    { facts, head: changed }: Pick<Outcome<unknown>, 'facts' | 'head'>,
    places: readonly ChatPlace[],
  ): Promise<Sent> {
    if (known !== undefined && known.webhooks.size === 0) return nothingSent
    const turns = new Turns(this.#dependencies.clock)
    const sent: Sent[] = []
    const orders: number[] = []
    const configurations = new Map<number, Configuration>()
    const heads = new Map(changed && [[changed.id, changed]])
    for (const fact of facts) {
      if (consequencesOf(fact.name).webhook === null) continue
      const eventIndex = fact.name === 'incoming_event' ? orders.push(fact.event.order) - 1 : null
      const configuration = known ?? (await this.#configurationIn(tx, licenseOf(fact), configurations))
      if (webhooksOf(configuration, fact).length === 0) continue
      const head = await headOf(tx, fact, heads)
      sent.push(await this.#sent(turns, { configuration, fact, head, at, eventIndex }))
    }
    const all = sumOf(sent)
    if (all.deliveries.length === 0) return all
    const sequences = new Map(places.map(({ chatId, sequence }) => [chatId, sequence]))
    await tx.outbox.add(all.deliveries, { sequences, orders })
    return all
  }

  /** Once, however much of a license is told. */
  async #configurationIn(
    tx: StorageTransaction,
    licenseId: number,
    read: Map<number, Configuration>,
  ): Promise<Configuration> {
    const configuration = read.get(licenseId) ?? (await this.#dependencies.configurationIn(tx, licenseId))
    read.set(licenseId, configuration)
    return configuration
  }

  async #sent(turns: Turns, { configuration, fact, head, at, eventIndex }: Told): Promise<Sent> {
    const { newId, files, steady } = this.#dependencies
    const steadyNow = steady.now()
    const matched = await turns.run(deliveriesOf(configuration, fact, head, { files, now: at, steadyNow }))
    const deliveries = matched.deliveries.map(({ licenseId, webhookId, chatId, payload }) => {
      const times = { createdAt: at, dueAt: steadyNow }
      return { id: newId(), licenseId, webhookId, chatId, payload, eventIndex, ...times }
    })
    const payloadBytes = deliveries.reduce((sum, { payload }) => sum + payload.length, 0)
    return { deliveries, bytes: matched.matchingBytes + payloadBytes }
  }
}

function sumOf(sent: readonly Sent[]): Sent {
  const [first = nothingSent] = sent
  if (sent.length <= 1) return first
  return {
    deliveries: sent.flatMap(({ deliveries }) => deliveries),
    bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** The head that the change has answered, or else as it is in the transaction, read once. */
async function headOf(
  tx: StorageTransaction,
  fact: Fact,
  known: Map<string, ChatHead>,
): Promise<ChatHead | null> {
  if (!isChatFact(fact)) return null
  const { id } = fact.chat
  const head = known.get(id) ?? (await tx.chats.head(id))
  if (head === undefined) throw new TypeError('The storage does not find a chat that was changed')
  known.set(id, head)
  return head
}
