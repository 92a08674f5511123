import type { updateBotAgent } from '../../contract/actions/configuration/index.js'
import type { RequestOf } from '../../contract/define.js'
import type { ActionContext } from '../../dispatch/context.js'
import { jsonBytes } from '../../domain/json-bytes.js'
import { toPropertyFilters } from '../../domain/property-filters.js'
import { checkAdditionalData, checkFilterNames, isWebhookUrl, toMemberFilter } from '../../domain/webhooks.js'
import { invalid } from '../../errors.js'
import type { Fact } from '../../facts/fact.js'
import type { StorageTransaction } from '../../ports/storage.js'
import type { BotWebhooks } from '../../ports/stores/bots.js'
import type { PropertyLocation } from '../../ports/stores/configuration.js'
import type { PropertyFilter } from '../../ports/stores/property-filters.js'
import type { WebhookFilters, WebhookRule } from '../../ports/stores/webhooks.js'
import { webhooksView } from '../../views/bots.js'

/** Of the newest version; older ones name less. */
type Requested = NonNullable<RequestOf<typeof updateBotAgent, 'v0.5'>['webhooks']>
type RequestedAction = Requested['actions'][number]
type RequestedFilters = NonNullable<RequestedAction['filters']>

/** The webhooks of a bot, each filter held against what the license has configured. */
export function toBotWebhooks(context: ActionContext<'configuration'>, requested: Requested): BotWebhooks {
  const { url, secret_key: secretKey } = requested
  if (!isWebhookUrl(url))
    throw invalid('payload.webhooks.url must be an address that begins with http:// or https://')
  const actions = requested.actions.map((action, index) => {
    return toAction(context, action, `payload.webhooks.actions[${index}]`)
  })
  const webhooks = { version: context.version, url, secretKey, actions }
  const { botWebhooksBytes } = context.settings.limits
  if (jsonBytes(webhooksView(webhooks)) <= botWebhooksBytes) return webhooks
  throw invalid(`payload.webhooks is larger than ${botWebhooksBytes} bytes as JSON`)
}

/** Of a license that is locked. */
export async function webhooksChanged(tx: StorageTransaction, licenseId: number): Promise<Fact> {
  const revision = await tx.configuration.advance(licenseId)
  return { name: 'configuration_updated', licenseId, revision }
}

function toAction(
  context: ActionContext<'configuration'>,
  { name: action, filters, additional_data: requestedData = [] }: RequestedAction,
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
