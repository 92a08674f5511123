import type { ChatFactOf } from '../facts/fact.js'
import { decodeKept, isByPlace, type KeptFact, type KeptPlace } from '../facts/kept-facts.js'
import type { FactReads, FactStretch, KeptFacts } from '../ports/stores/facts.js'
import type { ToldCommit } from './told-commits.js'

type Kept = readonly Pick<KeptFacts, 'sequence' | 'at' | 'facts'>[]
type KeptCustomer = ChatFactOf<'customer_updated'>['customer']['customer']

/**
 * Returns the commits that transactions have stored. A commit is left out when its format is unknown, or when the
 * customer it refers to is no longer stored.
 */
export async function readKept(
  facts: Pick<FactReads, 'list'>,
  stretch: FactStretch,
): Promise<readonly ToldCommit[]> {
  const kept = await facts.list(stretch)
  const customers = new Map<string, KeptCustomer>()
  for (const [key, { chatId, sequence }] of placesIn(kept)) {
    const { maxBytes } = stretch
    const [whole] = await facts.list({ chatId, after: sequence - 1, until: sequence, maxBytes })
    const customer = whole && customerIn(decodeKept(whole.facts)?.facts ?? [])
    if (customer !== undefined) customers.set(key, customer)
  }
  return keptCommits(kept, customers)
}

function keyOf({ chatId, sequence }: KeptPlace): string {
  return `${sequence} ${chatId}`
}

function placesIn(kept: Kept): ReadonlyMap<string, KeptPlace> {
  const facts = kept.flatMap(({ facts: text }) => decodeKept(text)?.facts ?? [])
  return new Map(facts.filter(isByPlace).map(({ customerAt }) => [keyOf(customerAt), customerAt]))
}

function customerIn(facts: readonly KeptFact[]): KeptCustomer | undefined {
  for (const fact of facts) {
    if (fact.name === 'customer_updated' && !isByPlace(fact)) return fact.customer.customer
  }
  return undefined
}

/** Returns the commits of stored facts, with the given customers in place of references. */
export function keptCommits(kept: Kept, customers: ReadonlyMap<string, KeptCustomer>): readonly ToldCommit[] {
  return kept.flatMap(({ sequence, at, facts: text }) => {
    const decoded = decodeKept(text)
    const facts = decoded && wholeFacts(decoded.facts, customers)
    if (facts === undefined) return []
    return [{ sequence, at, facts, isAppended: false, newReaderIds: decoded?.newReaderIds ?? [] }]
  })
}

function wholeFacts(
  facts: readonly KeptFact[],
  customers: ReadonlyMap<string, KeptCustomer>,
): readonly ChatFactOf[] | undefined {
  const whole: ChatFactOf[] = []
  for (const fact of facts) {
    if (!isByPlace(fact)) {
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
