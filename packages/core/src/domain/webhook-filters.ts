import type { Properties } from '../model/property.js'
import type { PropertyFilter } from '../model/property-filter.js'
import type { UserKind } from '../model/user.js'
import type { MemberFilter, WebhookFilters } from '../model/webhook.js'
import { propertyMatcher } from './property-filters.js'
import type { WordsOf } from './property-words.js'

/** What filters of webhooks look at; of what there is not, nothing. */
export interface WebhookSubject {
  /** Who are in the chat after the change; of what is about no chat, whom it is about (decisions §15). */
  readonly agentIds: ReadonlySet<string>
  readonly chatProperties: Properties
  readonly threadProperties: Properties
  readonly eventProperties: Properties
  /** `null`: nobody wrote it. */
  readonly authorType: UserKind | null
  /** Words of these properties, shared by all rules that look at them. */
  readonly wordsOf: WordsOf
}

/** Whether all of the filters let it pass (spec configuration.md "Webhook registration"). */
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

/** What to look at a rule costs at least: as much as to push so many bytes. */
const ruleWeight = 1_024
/** The same for one more value or member that it names. */
const valueWeight = 16

/** What it costs to look at the filters of one rule, as bytes of pushes. */
export function filterWeight(filters: WebhookFilters | null): number {
  if (filters === null) return ruleWeight
  const { chatProperties, threadProperties, eventProperties, members } = filters
  const named = [...chatProperties, ...threadProperties, ...eventProperties]
  const ofProperties = named.reduce((sum, filter) => sum + propertyFilterWeight(filter), 0)
  return ruleWeight + ofProperties + valueWeight * (members?.agentIds.length ?? 0)
}

/** A value may have a word for every other character. */
function propertyFilterWeight(filter: PropertyFilter): number {
  if (filter.type === 'exists') return valueWeight
  return filter.values.reduce<number>((sum, value) => sum + valueWeight + 8 * `${value}`.length, 0)
}
