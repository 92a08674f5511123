import { type ChatFactOf, type Fact, type FactChat, isChatFact } from './fact.js'

/** The chat and sequence under which the same transaction stored a customer in full. */
export interface CustomerReference {
  readonly chatId: string
  readonly sequence: number
}

/**
 * A change of a customer, stored with a reference to the customer. The change is reported in each active chat of the
 * customer: the first one stores it in full, the others refer to that one.
 */
export interface ReferencingFact {
  readonly name: 'customer_updated'
  readonly chat: FactChat
  readonly isPresent: boolean
  readonly lastSeenAt: number | null
  readonly customerAt: CustomerReference
}

/** A fact as it is stored: in full, or with a reference to its customer. */
export type StoredFact = ChatFactOf | ReferencingFact

/** The facts of one transaction about one chat, as stored for clients that were not connected (decisions §16.9). */
export interface StoredChatFacts {
  readonly version: typeof storedVersion
  /** The facts, in order. */
  readonly facts: readonly StoredFact[]
  /**
   * Ids of agents who joined the chat or were assigned to its thread with this commit. What they were shown is not
   * stored: it is a whole thread, and an agent who did not see the chat before has to read all of it anyway.
   */
  readonly newReaderIds: readonly string[]
}

/** Version of the stored format. A release that stores something else uses another version. */
const storedVersion = 1

/**
 * Returns the facts of one chat as the text that is stored. `storedAt` tells where the same transaction has already
 * stored customers in full, by customer id.
 */
export function encodeFacts(
  facts: readonly Fact[],
  storedAt: ReadonlyMap<string, CustomerReference> = new Map(),
): string {
  const storedFacts: StoredFact[] = []
  const newReaderIds: string[] = []
  for (const fact of facts.filter(isChatFact)) {
    if (fact.name === 'incoming_chat_thread' && fact.onlyTo !== null) newReaderIds.push(fact.onlyTo)
    else storedFacts.push(toStored(fact, storedAt))
  }
  const stored: StoredChatFacts = { version: storedVersion, facts: storedFacts, newReaderIds }
  return JSON.stringify(stored)
}

function toStored(fact: ChatFactOf, storedAt: ReadonlyMap<string, CustomerReference>): StoredFact {
  if (fact.name !== 'customer_updated') return fact
  const { name, chat, customer: user } = fact
  const customerAt = storedAt.get(user.customer.id)
  if (customerAt === undefined) return fact
  return { name, chat, isPresent: user.isPresent, lastSeenAt: user.lastSeenAt, customerAt }
}

/** Returns whether the customer of the fact is stored in another chat. */
export function hasReference(fact: StoredFact): fact is ReferencingFact {
  return 'customerAt' in fact
}

/** Returns the ids of the customers that these facts contain in full. */
export function customersIn(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact) => (fact.name === 'customer_updated' ? [fact.customer.customer.id] : []))
}

/** Returns the stored facts, or `undefined` when another release stored them in a format that is unknown here. */
export function decodeFacts(text: string): StoredChatFacts | undefined {
  const stored: unknown = JSON.parse(text)
  return isStored(stored) ? stored : undefined
}

function isStored(stored: unknown): stored is StoredChatFacts {
  return (
    typeof stored === 'object' && stored !== null && 'version' in stored && stored.version === storedVersion
  )
}

/** Returns the number of events that the transaction with these facts stored. */
export function countEvents(facts: readonly StoredFact[]): number {
  let count = 0
  for (const fact of facts) {
    if (fact.name === 'incoming_event') count += 1
    else if (fact.name === 'incoming_chat_thread') count += fact.thread.events.length
  }
  return count
}
