import { type ChatFactOf, type Fact, isChatFact } from './fact.js'

/** What one transaction has told of one chat, as it is kept for who was not connected (decisions §16.9). */
export interface KeptChatFacts {
  readonly version: typeof keptVersion
  /** In the order in which they were told. */
  readonly facts: readonly ChatFactOf[]
  /**
   * Agents who were in the chat, or were given its thread, from then on. What they were shown is not kept: it is all of a
   * thread, and who did not see the chat before has it all to read anyhow.
   */
  readonly newReaderIds: readonly string[]
}

/** Releases that keep something else keep it under another. */
const keptVersion = 1

export function encodeKept(told: readonly Fact[]): string {
  const facts: ChatFactOf[] = []
  const newReaderIds: string[] = []
  for (const fact of told.filter(isChatFact)) {
    if (fact.name === 'incoming_chat_thread' && fact.onlyTo !== null) newReaderIds.push(fact.onlyTo)
    else facts.push(fact)
  }
  const kept: KeptChatFacts = { version: keptVersion, facts, newReaderIds }
  return JSON.stringify(kept)
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
export function countEvents(facts: readonly ChatFactOf[]): number {
  let count = 0
  for (const fact of facts) {
    if (fact.name === 'incoming_event') count += 1
    else if (fact.name === 'incoming_chat_thread') count += fact.thread.events.length
  }
  return count
}
