import {
  isFilteredBy,
  type WebhookAction,
  type WebhookFilterName,
  webhookActions,
} from '../contract/webhook-actions.js'
import { invalid } from '../errors.js'
import type { MemberFilter } from '../ports/stores/webhooks.js'
import { agentIdsOf } from './agents.js'

/** Each filter that is given has to be one that the action has (spec configuration.md "Events"). */
export function checkFilterNames(
  action: WebhookAction,
  names: readonly WebhookFilterName[],
  path: string,
): void {
  const wrong = names.find((name) => !isFilteredBy(action, name))
  if (wrong !== undefined) throw invalid(`${path}.${wrong} is no filter of ${action}`)
}

/** What is about no chat has none to show the properties of. */
export function checkAdditionalData(action: WebhookAction, data: readonly string[], path: string): void {
  if (data.length > 0 && !webhookActions[action].hasChat) throw invalid(`${path} must be empty for ${action}`)
}

export interface RequestedMembers {
  readonly agents?: readonly string[]
  readonly agents_any?: readonly string[]
  readonly agents_exclude?: readonly string[]
}

/** One of its keys alone (spec configuration.md "Webhook registration"). */
export function toMemberFilter(requested: RequestedMembers, path: string): MemberFilter {
  const { agents, agents_any, agents_exclude } = requested
  const given: readonly (readonly [MemberFilter['type'], readonly string[] | undefined])[] = [
    ['agents', agents],
    ['agents_any', agents_any],
    ['agents_exclude', agents_exclude],
  ]
  const filters = given.flatMap(([type, ids]) => (ids ? [{ type, agentIds: agentIdsOf(ids) }] : []))
  const [filter, ...others] = filters
  if (filter !== undefined && others.length === 0) return filter
  throw invalid(`${path} must have one of agents, agents_any and agents_exclude`)
}

/** Whether webhooks can be delivered to that address at all; whether they may is decided when it is resolved. */
export function isWebhookUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  return ['http:', 'https:'].includes(new URL(url).protocol)
}
