import { getConsequences } from '../facts/consequences.js'
import { type Fact, isChatFact } from '../facts/fact.js'
import type { ChatCommit, FactBatch } from '../facts/fact-batch.js'

/** Returns the ids of the chats with facts that are stored, each once. */
export function listChangedChats(facts: readonly Fact[]): readonly string[] {
  const [only] = facts
  if (facts.length === 1 && only !== undefined) return isLasting(only) ? [only.chat.id] : []
  return [...new Set(facts.filter(isLasting).map(({ chat }) => chat.id))]
}

/**
 * Groups facts into batches: those of each chat with their sequence and in order, every other fact in a batch of its
 * own.
 */
export function splitIntoBatches(
  facts: readonly Fact[],
  commits: readonly ChatCommit[],
): readonly FactBatch[] {
  const [first, ...others] = facts
  if (first === undefined) return []
  const [commit] = commits
  if (others.length === 0) return [{ place: commit ?? null, facts: [first] }]
  const byChat = new Map<string, Fact[]>()
  const single: FactBatch[] = []
  for (const fact of facts) {
    if (!isLasting(fact)) single.push({ place: null, facts: [fact] })
    else byChat.set(fact.chat.id, [...(byChat.get(fact.chat.id) ?? []), fact])
  }
  const ordered = commits.flatMap((commit): readonly FactBatch[] => {
    const [one, ...more] = byChat.get(commit.chatId) ?? []
    return one === undefined ? [] : [{ place: commit, facts: [one, ...more] }]
  })
  return [...ordered, ...single]
}

function isLasting(fact: Fact): fact is Extract<Fact, { readonly chat: object }> {
  return isChatFact(fact) && !getConsequences(fact.name).isEphemeral
}
