import { type ChatFactOf, type Fact, type FactChat, isChatFact } from './fact.js'

/** Where the same transaction has kept a customer whole. */
export interface KeptPlace {
  readonly chatId: string
  readonly sequence: number
}

/** A change of a customer is told in each of their active chats: it is kept whole in the first, and by its place in others. */
export interface KeptCustomerFact {
  readonly name: 'customer_updated'
  readonly chat: FactChat
  readonly isPresent: boolean
  readonly lastSeenAt: number | null
  readonly customerAt: KeptPlace
}

export type KeptFact = ChatFactOf | KeptCustomerFact

/** What one transaction has told of one chat, as it is kept for who was not connected (decisions §16.9). */
export interface KeptChatFacts {
  readonly version: typeof keptVersion
  /** In the order in which they were told. */
  readonly facts: readonly KeptFact[]
  /**
   * Agents who were in the chat, or were given its thread, from then on. What they were shown is not kept: it is all of a
   * thread, and who did not see the chat before has it all to read anyhow.
   */
  readonly newReaderIds: readonly string[]
}

/** Releases that keep something else keep it under another. */
const keptVersion = 1

/** `keptAt`: customers whom the same transaction has kept already, by id. */
export function encodeKept(
  told: readonly Fact[],
  keptAt: ReadonlyMap<string, KeptPlace> = new Map(),
): string {
  const facts: KeptFact[] = []
  const newReaderIds: string[] = []
  for (const fact of told.filter(isChatFact)) {
    if (fact.name === 'incoming_chat_thread' && fact.onlyTo !== null) newReaderIds.push(fact.onlyTo)
    else facts.push(toKept(fact, keptAt))
  }
  const kept: KeptChatFacts = { version: keptVersion, facts, newReaderIds }
  return JSON.stringify(kept)
}

function toKept(fact: ChatFactOf, keptAt: ReadonlyMap<string, KeptPlace>): KeptFact {
  if (fact.name !== 'customer_updated') return fact
  const { name, chat, customer: user } = fact
  const customerAt = keptAt.get(user.customer.id)
  if (customerAt === undefined) return fact
  return { name, chat, isPresent: user.isPresent, lastSeenAt: user.lastSeenAt, customerAt }
}

/** Whether its customer is kept at another place. */
export function isByPlace(fact: KeptFact): fact is KeptCustomerFact {
  return 'customerAt' in fact
}

/** Ids of customers whom the facts tell whole. */
export function customersIn(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact) => (fact.name === 'customer_updated' ? [fact.customer.customer.id] : []))
}

/** `undefined`: another release has kept it, and what it means is not known. */
export function decodeKept(text: string): KeptChatFacts | undefined {
  const kept: unknown = JSON.parse(text)
  return isKept(kept) ? kept : undefined
}

function isKept(kept: unknown): kept is KeptChatFacts {
  return typeof kept === 'object' && kept !== null && 'version' in kept && kept.version === keptVersion
}

/** How many events a transaction has stored that told these facts. */
export function countEvents(facts: readonly KeptFact[]): number {
  let count = 0
  for (const fact of facts) {
    if (fact.name === 'incoming_event') count += 1
    else if (fact.name === 'incoming_chat_thread') count += fact.thread.events.length
  }
  return count
}
