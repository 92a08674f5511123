import type { Properties } from '../model/property.js'
import type { PropertyFilter } from '../model/property-filter.js'
import type { UserKind } from '../model/user.js'
import type { MemberFilter, WebhookFilters } from '../model/webhook.js'
import { propertyMatcher } from './property-filters.js'
import type { WordsOf } from './property-words.js'

/** The values that webhook filters look at. A value is empty when the fact has none. */
export interface WebhookSubject {
  /**
   * Ids of the agents who are in the chat after the change. When the fact is about an agent and no chat, the id of that
   * agent (decisions §15.30).
   */
  readonly agentIds: ReadonlySet<string>
  readonly chatProperties: Properties
  readonly threadProperties: Properties
  readonly eventProperties: Properties
  /** Kind of the user who caused the fact; `null` when no user did. */
  readonly authorType: UserKind | null
  /** Splits the words of these properties. Shared by all rules that look at them. */
  readonly wordsOf: WordsOf
}

/**
 * Prepares the filters for matching (spec configuration.md "Webhook registration"). The returned function tells whether
 * all of them pass.
 */
export function webhookMatcher(filters: WebhookFilters | null): (subject: WebhookSubject) => boolean {
  if (filters === null) return () => true
  const { members, authorType } = filters
  const hasOfChat = propertyMatcher(filters.chatProperties)
  const hasOfThread = propertyMatcher(filters.threadProperties)
  const hasOfEvent = propertyMatcher(filters.eventProperties)
  const hasMembers = memberMatcher(members)
  return (subject) =>
    (authorType === null || authorType === subject.authorType) &&
    hasMembers(subject.agentIds) &&
    hasOfChat(subject.chatProperties, subject.wordsOf) &&
    hasOfThread(subject.threadProperties, subject.wordsOf) &&
    hasOfEvent(subject.eventProperties, subject.wordsOf)
}

function memberMatcher(filter: MemberFilter | null): (agentIds: ReadonlySet<string>) => boolean {
  if (filter === null) return () => true
  const named = filter.agentIds
  switch (filter.type) {
    case 'agents':
      return (agentIds) => named.every((id) => agentIds.has(id))
    case 'agents_any':
      return (agentIds) => named.some((id) => agentIds.has(id))
    case 'agents_exclude':
      return (agentIds) => !named.some((id) => agentIds.has(id))
  }
}

/** Minimum cost of checking one rule, as the number of bytes whose push costs the same. */
const ruleWeight = 1_024
/** Cost of one more value or member in a rule, in the same unit. */
const valueWeight = 16

/** Returns the cost of checking the filters of one rule, as the number of bytes whose push costs the same. */
export function filterWeight(filters: WebhookFilters | null): number {
  if (filters === null) return ruleWeight
  const { chatProperties, threadProperties, eventProperties, members } = filters
  const named = [...chatProperties, ...threadProperties, ...eventProperties]
  const ofProperties = named.reduce((sum, filter) => sum + propertyFilterWeight(filter), 0)
  return ruleWeight + ofProperties + valueWeight * (members?.agentIds.length ?? 0)
}

/** Returns the cost of one property filter. A value may contain one word for every other character. */
function propertyFilterWeight(filter: PropertyFilter): number {
  if (filter.type === 'exists') return valueWeight
  return filter.values.reduce<number>((sum, value) => sum + valueWeight + 8 * `${value}`.length, 0)
}
