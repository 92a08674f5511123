import { checkConfigurationLimits, checkWebhookCount, checkWebhookSize } from '../configuration/limits.js'
import * as configurationContract from '../contract/configuration-actions.js'
import type { RequestOf } from '../contract/define.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { holdsAny } from '../domain/access.js'
import { toPropertyFilters } from '../domain/property-filters.js'
import {
  checkAdditionalData,
  checkFilterNames,
  checkSecretKey,
  checkWebhookUrl,
  toMemberFilter,
} from '../domain/webhooks.js'
import { invalidField, ParleyError } from '../errors.js'
import type { PropertyLocation } from '../model/property.js'
import type { PropertyFilter } from '../model/property-filter.js'
import type { Webhook, WebhookFilters, WebhookRule } from '../model/webhook.js'
import { webhooksConfigView } from '../views/webhooks.js'
import { callingApp, isOwn, requireApp } from './calling-app.js'

export const registerWebhook = handle(configurationContract.registerWebhook, (context, request) => {
  const webhook = newWebhook(context, request)
  const { licenseId, clientId, id } = webhook
  const stored = { ...webhook, secretKey: context.secretKeys.seal(webhook.secretKey, id) }
  context.takeRate('configurations')
  return context.commit([], async ({ tx }) => {
    await requireApp(tx, clientId)
    if (!(await tx.configuration.lock(licenseId))) throw new ParleyError('license_not_found')
    await checkWebhookCount(tx, webhook, context.settings.limits)
    const revision = await tx.webhooks.insert(stored)
    await checkConfigurationLimits(tx, licenseId, context.settings.limits)
    return { response: { webhook_id: id }, facts: [{ name: 'configuration_updated', licenseId, revision }] }
  })
})

/** Returns the new webhook, with its secret key unencrypted. */
function newWebhook(
  context: ActionContext<'configuration'>,
  {
    url,
    secret_key: secretKey,
    description,
    ...requested
  }: RequestOf<typeof configurationContract.registerWebhook>,
): Webhook {
  const { settings, principal, version, now: createdAt } = context
  checkWebhookUrl(url, settings.webhookTargets, 'payload.url')
  checkSecretKey(secretKey, 'payload.secret_key')
  const webhook = {
    ...toRule(context, requested, 'payload'),
    ...{ id: context.newId(), licenseId: principal.licenseId, clientId: callingApp(context) },
    ...{ version, url, description: description ?? null, secretKey, createdAt, disabledAt: null },
  }
  checkWebhookSize(webhook, settings.limits, 'payload')
  return webhook
}

export const unregisterWebhook = handle(
  configurationContract.unregisterWebhook,
  (context, { webhook_id: id }) => {
    const { licenseId } = context.principal
    context.takeRate('configurations')
    return context.commit([], async ({ tx }) => {
      if (!(await tx.configuration.lock(licenseId))) throw new ParleyError('license_not_found')
      checkOwner(context, await tx.webhooks.get(id))
      const revision = await tx.webhooks.remove(licenseId, id)
      if (revision === undefined) throw unknown()
      return { response: {}, facts: [{ name: 'configuration_updated', licenseId, revision }] }
    })
  },
)

/** Checks that the caller may remove the webhook. A webhook of another license counts as unknown (decisions §15.14). */
function checkOwner(context: ActionContext<'configuration'>, webhook: Webhook | undefined): void {
  const { principal } = context
  if (webhook === undefined || webhook.licenseId !== principal.licenseId) throw unknown()
  if (holdsAny(principal, ['webhooks--all:write']) || webhook.clientId === callingApp(context)) return
  throw new ParleyError('authorization', { detail: 'the webhook belongs to another application' })
}

function unknown(): ParleyError {
  return invalidField({ path: 'payload.webhook_id', rule: 'not_found' }, 'does not match any webhook')
}

export const getWebhooksConfig = handle(configurationContract.getWebhooksConfig, async (context) => {
  const { principal, read, settings, version } = context
  const { webhooksPerLicense, webhookBytes } = settings.limits
  const owner = holdsAny(principal, ['webhooks--all:read']) ? null : callingApp(context)
  const count = await read.webhooks.count(principal.licenseId, owner, webhooksPerLicense)
  await context.reserveResponse(count * webhookBytes)
  const webhooks = await read.webhooks.list(principal.licenseId, owner, webhooksPerLicense)
  const shown = webhooks.map((webhook) => {
    const { id, clientId, secretKey } = webhook
    return {
      ...webhook,
      secretKey: isOwn(principal, clientId) ? context.secretKeys.open(secretKey, id) : null,
    }
  })
  return webhooksConfigView(shown, version)
})

/** The request of the newest version. Older versions have fewer fields. */
type RequestedRule = Pick<
  RequestOf<typeof configurationContract.registerWebhook, 'v0.5'>,
  'action' | 'filters' | 'additional_data'
>
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
