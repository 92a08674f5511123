import type { Properties } from '../ports/stores/events.js'
import type { UserKind } from '../ports/stores/users.js'
import type { MemberFilter, WebhookFilters } from '../ports/stores/webhooks.js'
import { propertyMatcher } from './property-filters.js'

/** What filters of webhooks look at; of what there is not, nothing. */
export interface WebhookSubject {
  /** Who are in the chat after the change; of what is about no chat, whom it is about (decisions §15). */
  readonly agentIds: readonly string[]
  readonly chatProperties: Properties
  readonly threadProperties: Properties
  readonly eventProperties: Properties
  /** `null`: nobody wrote it. */
  readonly authorType: UserKind | null
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
    hasOfChat(subject.chatProperties) &&
    hasOfThread(subject.threadProperties) &&
    hasOfEvent(subject.eventProperties)
}

function memberMatcher(filter: MemberFilter | null): (agentIds: readonly string[]) => boolean {
  if (filter === null) return () => true
  const named = filter.agentIds
  switch (filter.type) {
    case 'agents':
      return (agentIds) => named.every((id) => agentIds.includes(id))
    case 'agents_any':
      return (agentIds) => named.some((id) => agentIds.includes(id))
    case 'agents_exclude':
      return (agentIds) => !named.some((id) => agentIds.includes(id))
  }
}
