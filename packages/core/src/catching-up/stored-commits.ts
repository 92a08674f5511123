import type { ChatFactOf } from '../facts/fact.js'
import { type CustomerReference, decodeFacts, hasReference, type StoredFact } from '../facts/stored-facts.js'
import type { FactReads, SequenceRange, StoredFacts } from '../ports/stores/facts.js'
import type { CommittedFacts } from './committed-facts.js'

type Stored = readonly Pick<StoredFacts, 'sequence' | 'at' | 'facts'>[]
type StoredCustomer = ChatFactOf<'customer_updated'>['customer']['customer']

/**
 * Returns the commits that transactions have stored. A commit is left out when its format is unknown, or when the
 * customer it refers to is no longer stored.
 */
export async function readStoredCommits(
  facts: Pick<FactReads, 'list'>,
  range: SequenceRange,
): Promise<readonly CommittedFacts[]> {
  const stored = await facts.list(range)
  const customers = new Map<string, StoredCustomer>()
  for (const [key, { chatId, sequence }] of referencesIn(stored)) {
    const { maxBytes } = range
    const [whole] = await facts.list({ chatId, after: sequence - 1, until: sequence, maxBytes })
    const customer = whole && customerIn(decodeFacts(whole.facts)?.facts ?? [])
    if (customer !== undefined) customers.set(key, customer)
  }
  return storedCommits(stored, customers)
}

function keyOf({ chatId, sequence }: CustomerReference): string {
  return `${sequence} ${chatId}`
}

function referencesIn(stored: Stored): ReadonlyMap<string, CustomerReference> {
  const facts = stored.flatMap(({ facts: text }) => decodeFacts(text)?.facts ?? [])
  return new Map(facts.filter(hasReference).map(({ customerAt }) => [keyOf(customerAt), customerAt]))
}

function customerIn(facts: readonly StoredFact[]): StoredCustomer | undefined {
  for (const fact of facts) {
    if (fact.name === 'customer_updated' && !hasReference(fact)) return fact.customer.customer
  }
  return undefined
}

/** Returns the commits of stored facts, with the given customers in place of references. */
export function storedCommits(
  stored: Stored,
  customers: ReadonlyMap<string, StoredCustomer>,
): readonly CommittedFacts[] {
  return stored.flatMap(({ sequence, at, facts: text }) => {
    const decoded = decodeFacts(text)
    const facts = decoded && wholeFacts(decoded.facts, customers)
    if (facts === undefined) return []
    return [{ sequence, at, facts, isAppended: false, newReaderIds: decoded?.newReaderIds ?? [] }]
  })
}

function wholeFacts(
  facts: readonly StoredFact[],
  customers: ReadonlyMap<string, StoredCustomer>,
): readonly ChatFactOf[] | undefined {
  const whole: ChatFactOf[] = []
  for (const fact of facts) {
    if (!hasReference(fact)) {
      whole.push(fact)
      continue
    }
    const { name, chat, isPresent, lastSeenAt, customerAt } = fact
    const customer = customers.get(keyOf(customerAt))
    if (customer === undefined) return undefined
    whole.push({ name, chat, customer: { kind: 'customer', isPresent, lastSeenAt, customer } })
  }
  return whole
}
