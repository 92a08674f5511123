import type { Configuration } from '../configuration/configuration.js'
import {
  isFilteredBy,
  isOlderWebhookAction,
  type WebhookAction,
  type WebhookFilterName,
} from '../contract/webhook-actions.js'
import { normalizeAgentIds } from '../domain/agents.js'
import { type RequestedPropertyFilters, toPropertyFilters } from '../domain/property-filters.js'
import { checkAdditionalData } from '../domain/webhooks.js'
import { invalid, invalidField } from '../errors.js'
import type { PropertyLocation } from '../model/property.js'
import type { WebhookFilters, WebhookRule, WebhookVersion } from '../model/webhook.js'
import type { Settings } from '../settings.js'
import type { PropertyFilter } from './entities/webhook.js'
import type { WebhookFiltersInput } from './inputs/webhook.js'

/** The part of an input that says what is delivered. */
interface RuleInput {
  readonly action: WebhookAction
  readonly filters: WebhookFiltersInput | null
  readonly additionalData: readonly 'chat_properties'[]
}

type FilterBounds = Pick<Settings['limits'], 'propertyFilterCount' | 'propertyFilterTermCount'>

/** Name that the contract gives each filter. */
const wireNames: Readonly<Record<keyof WebhookFiltersInput, WebhookFilterName>> = {
  chatProperties: 'chat_properties',
  threadProperties: 'thread_properties',
  eventProperties: 'event_properties',
  members: 'chat_member_ids',
  authorType: 'author_type',
}

/**
 * Returns the rule, checked with the properties that the license has configured. `validation` for a filter that the
 * action does not have.
 */
export function toWebhookRule(
  { action, filters, additionalData }: RuleInput,
  configuration: Configuration,
  bounds: FilterBounds,
): WebhookRule {
  const data = [...new Set(additionalData)]
  checkAdditionalData(action, data, 'input.additionalData')
  return {
    action,
    filters: filters && toFilters(action, filters, configuration, bounds),
    additionalData: data,
  }
}

/** Rejects what deliveries of version v0.3 cannot express with `validation`. */
export function checkVersion(
  { action, filters, additionalData }: WebhookRule,
  version: WebhookVersion,
): void {
  if (version !== 'v0.3') return
  const hasNewerFilter = filters !== null && (filters.members !== null || filters.authorType !== null)
  if (isOlderWebhookAction(action) && !hasNewerFilter && additionalData.length === 0) return
  throw invalid(
    { path: 'input.version', rule: 'conflicts_with' },
    'a webhook of version v0.3 has only the actions and filters of that version',
  )
}

function toFilters(
  action: WebhookAction,
  input: WebhookFiltersInput,
  { catalog }: Configuration,
  { propertyFilterCount, propertyFilterTermCount }: FilterBounds,
): WebhookFilters {
  checkFilterNames(action, input)
  const filtersOf = (location: PropertyLocation) => {
    const path = `input.filters.${location}Properties`
    const requested = toRequested(input[`${location}Properties`] ?? [], path)
    const at = { locations: [location], by: 'agent', path } as const
    return toPropertyFilters(requested, at, { catalog, propertyFilterCount, propertyFilterTermCount })
  }
  const { members = null, authorType = null } = input
  return {
    chatProperties: filtersOf('chat'),
    threadProperties: filtersOf('thread'),
    eventProperties: filtersOf('event'),
    members: members && { type: members.type, agentIds: normalizeAgentIds(members.agentIds) },
    authorType,
  }
}

function checkFilterNames(action: WebhookAction, input: WebhookFiltersInput): void {
  const names = Object.keys(wireNames) as (keyof WebhookFiltersInput)[]
  const given = names.filter((name) => isGiven(input[name]))
  const wrong = given.find((name) => !isFilteredBy(action, wireNames[name]))
  if (wrong !== undefined)
    throw invalidField(
      { path: `input.filters.${wrong}`, rule: 'not_allowed' },
      `is not a filter of ${action}`,
    )
}

function isGiven(filter: WebhookFiltersInput[keyof WebhookFiltersInput]): boolean {
  if (filter === undefined || filter === null) return false
  return !Array.isArray(filter) || filter.length > 0
}

/** Returns the filters as a request names them. */
function toRequested(filters: readonly PropertyFilter[], path: string): RequestedPropertyFilters {
  const requested = new Map<string, Map<string, RequestedPropertyFilters[string][string]>>()
  for (const [index, filter] of filters.entries()) {
    const { namespace, name, type } = filter
    const named = requested.get(namespace) ?? new Map()
    if (named.has(name))
      throw invalidField(
        { path: `${path}[${index}]`, rule: 'duplicate' },
        'names a property that another filter names',
      )
    named.set(name, type === 'exists' ? { exists: filter.exists } : { [type]: filter.values })
    requested.set(namespace, named)
  }
  return Object.fromEntries(
    [...requested].map(([namespace, named]) => [namespace, Object.fromEntries(named)]),
  )
}
