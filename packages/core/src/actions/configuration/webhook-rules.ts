import type { registerWebhook } from '../../contract/actions/configuration/index.js'
import type { RequestOf } from '../../contract/define.js'
import type { ActionContext } from '../../dispatch/context.js'
import { toPropertyFilters } from '../../domain/property-filters.js'
import { checkAdditionalData, checkFilterNames, toMemberFilter } from '../../domain/webhooks.js'
import type { PropertyLocation } from '../../model/property.js'
import type { PropertyFilter } from '../../model/property-filter.js'
import type { WebhookFilters, WebhookRule } from '../../model/webhook.js'

/** The request of the newest version. Older versions have fewer fields. */
type RequestedRule = Pick<RequestOf<typeof registerWebhook, 'v0.5'>, 'action' | 'filters' | 'additional_data'>
type RequestedFilters = NonNullable<RequestedRule['filters']>

/**
 * Returns the requested webhook rule, after checking each filter against the license's configuration. `path` is the
 * location of the fields in the request.
 */
export function toRule(
  context: ActionContext<'configuration'>,
  { action, filters, additional_data: requestedData = [] }: RequestedRule,
  path: string,
): WebhookRule {
  const additionalData = [...new Set(requestedData)]
  checkAdditionalData(action, additionalData, `${path}.additional_data`)
  if (filters === undefined) return { action, filters: null, additionalData }
  const { chat_properties, thread_properties, event_properties, chat_member_ids, author_type } = filters
  const given = { chat_properties, thread_properties, event_properties, chat_member_ids, author_type }
  checkFilterNames(action, namesOf(given), `${path}.filters`)
  return { action, filters: toFilters(context, filters, `${path}.filters`), additionalData }
}

function toFilters(
  context: ActionContext<'configuration'>,
  { chat_member_ids: members, author_type: authorType, ...properties }: RequestedFilters,
  path: string,
): WebhookFilters {
  const filtersOf = (location: PropertyLocation): readonly PropertyFilter[] => {
    const { propertyFilterCount, propertyFilterTermCount } = context.settings.limits
    const rules = { catalog: context.eventRules.catalog, propertyFilterCount, propertyFilterTermCount }
    const at = { locations: [location], by: 'agent', path: `${path}.${location}_properties` } as const
    return toPropertyFilters(properties[`${location}_properties`], at, rules)
  }
  return {
    chatProperties: filtersOf('chat'),
    threadProperties: filtersOf('thread'),
    eventProperties: filtersOf('event'),
    members: members === undefined ? null : toMemberFilter(members, `${path}.chat_member_ids`),
    authorType: authorType ?? null,
  }
}

function namesOf<Filters extends object>(filters: Filters): readonly (keyof Filters)[] {
  const names: (keyof Filters)[] = []
  for (const name in filters) if (filters[name] !== undefined) names.push(name)
  return names
}
