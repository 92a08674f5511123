import type { Configuration } from '../configuration/configuration.js'
import { consequencesOf } from '../facts/consequences.js'
import { type Fact, isChatFact, licenseOf } from '../facts/fact.js'
import type { ChatPlace } from '../facts/fact-batch.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { ChatHead } from '../ports/stores/chats.js'
import type { NewDelivery } from '../ports/stores/outbox.js'
import type { Append, AppendDecision } from './append.js'
import { deliveriesOf, type MatchedDelivery } from './deliveries.js'
import type { Origin } from './origin.js'
import type { Outcome } from './outcome.js'

export interface OutboxDependencies {
  readonly newId: () => string
  /** As it is in that transaction. */
  readonly configurationIn: (tx: StorageTransaction, licenseId: number) => Promise<Configuration>
}

const nothing: readonly NewDelivery[] = Object.freeze([])

/** What commits have webhooks sent, stored with them. A license without webhooks pays nothing for it. */
export class Outbox {
  readonly #dependencies: OutboxDependencies

  constructor(dependencies: OutboxDependencies) {
    this.#dependencies = dependencies
  }

  /** Of events that are about to be appended. */
  ofAppend<Response>(
    configuration: Configuration,
    append: Append<Response>,
    { head, added }: AppendDecision,
  ): readonly NewDelivery[] {
    if (configuration.webhooks.length === 0) return nothing
    // The orders are not known yet, and stay out of what is stored of the facts.
    const outcome = append.outcome(
      head,
      added.events.map(() => 0),
    )
    const ids = added.events.map(({ id }) => id)
    return outcome.facts.flatMap((fact) => {
      const index = fact.name === 'incoming_event' ? ids.indexOf(fact.event.id) : -1
      const matched = deliveriesOf(configuration, fact, isChatFact(fact) ? (outcome.head ?? head) : null)
      return this.#toNew(matched, append.at, index === -1 ? null : index)
    })
  }

  /** Of what a transaction tells, which has taken these places. */
  async add(
    tx: StorageTransaction,
    { configuration: known }: Origin,
    at: number,
    { facts, head }: Pick<Outcome<unknown>, 'facts' | 'head'>,
    places: readonly ChatPlace[],
  ): Promise<void> {
    if (known !== undefined && known.webhooks.length === 0) return
    const deliveries: NewDelivery[] = []
    const orders: number[] = []
    const read = new Map<number, Configuration>()
    for (const fact of facts) {
      if (consequencesOf(fact.name).webhook === null) continue
      const configuration = known ?? (await this.#configurationIn(tx, licenseOf(fact), read))
      if (configuration.webhooks.length === 0) continue
      const matched = deliveriesOf(configuration, fact, await headOf(tx, fact, head))
      if (fact.name === 'incoming_event') orders.push(fact.event.order)
      const index = fact.name === 'incoming_event' ? orders.length - 1 : null
      deliveries.push(...this.#toNew(matched, at, index))
    }
    if (deliveries.length === 0) return
    const sequences = new Map(places.map(({ chatId, sequence }) => [chatId, sequence]))
    await tx.outbox.add(deliveries, { sequences, orders })
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

  #toNew(
    matched: readonly MatchedDelivery[],
    createdAt: number,
    eventIndex: number | null,
  ): readonly NewDelivery[] {
    const { newId } = this.#dependencies
    return matched.map((delivery) => Object.assign({ id: newId(), createdAt, eventIndex }, delivery))
  }
}

/** The head that the change has answered, or else as it is in the transaction. */
async function headOf(
  tx: StorageTransaction,
  fact: Fact,
  changed: ChatHead | undefined,
): Promise<ChatHead | null> {
  if (!isChatFact(fact)) return null
  const head = changed?.id === fact.chat.id ? changed : await tx.chats.head(fact.chat.id)
  if (head === undefined) throw new TypeError('The storage does not find a chat that was changed')
  return head
}
