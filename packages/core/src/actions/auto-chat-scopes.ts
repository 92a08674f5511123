import { checkConfigurationSize } from '../configuration/limits.js'
import * as agentContract from '../contract/agent-actions.js'
import type { RequestOf } from '../contract/define.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { toRules, toUrlFilter } from '../domain/auto-chat-scopes.js'
import { jsonBytes } from '../domain/json-bytes.js'
import { invalid, invalidField, ParleyError } from '../errors.js'
import type { AutoChatScopes } from '../model/auto-chat-scopes.js'
import { autoChatScopesView } from '../views/auto-chat-scopes.js'
import { requestedFilters } from './requested-filters.js'

export const addAutoChatScopes = handle(agentContract.addAutoChatScopes, (context, request) => {
  const { licenseId } = context.principal
  const { autoChatScopesPerLicense: max } = context.settings.limits
  const added = toAutoChatScopes(context, request)
  context.takeRate('configurations')
  return context.commit([], async ({ tx }) => {
    if (!(await tx.configuration.lock(licenseId))) throw new ParleyError('license_not_found')
    if ((await tx.configuration.getUsage(licenseId)).autoChatScopesCount >= max) {
      throw invalid(
        { path: 'payload', rule: 'limit_reached', limit: max },
        `a license can have at most ${max} automatic chat scopes`,
      )
    }
    const revision = await tx.configuration.addAutoChatScopes(licenseId, added)
    await checkConfigurationSize(tx, licenseId, context.settings.limits)
    return {
      response: { auto_chat_scopes_id: added.id },
      facts: [{ name: 'configuration_updated', licenseId, revision }],
    }
  })
})

function toAutoChatScopes(
  context: ActionContext<'agent'>,
  { scopes, rules, description }: RequestOf<typeof agentContract.addAutoChatScopes>,
): AutoChatScopes {
  const groups = [...new Set(scopes.groups)]
  if (groups.length === 0)
    throw invalid({ path: 'payload.scopes.groups', rule: 'empty' }, 'payload.scopes must name a group')
  const at = { locations: ['chat'], path: 'payload.rules.chat_properties' } as const
  const chatProperties = requestedFilters(context, rules.chat_properties, at)
  const customerUrl = toUrlFilter(rules.customer_url, 'payload.rules.customer_url')
  const added = {
    ...{ id: context.newId(), description: description ?? null, groups },
    rules: toRules(chatProperties, customerUrl, 'payload.rules'),
  }
  const { autoChatScopesBytes } = context.settings.limits
  if (jsonBytes(autoChatScopesView(added)) > autoChatScopesBytes) {
    throw invalidField(
      { path: 'payload', rule: 'too_large', limit: autoChatScopesBytes },
      `is larger than ${autoChatScopesBytes} bytes as JSON`,
    )
  }
  return added
}

export const getAutoChatScopesConfig = handle(agentContract.getAutoChatScopesConfig, async (context) => {
  const { autoChatScopes, settings } = context
  await context.reserveResponse(autoChatScopes.length * settings.limits.autoChatScopesBytes)
  return { auto_chat_scopes_config: autoChatScopes.map(({ configured }) => autoChatScopesView(configured)) }
})

export const removeAutoChatScopes = handle(
  agentContract.removeAutoChatScopes,
  (context, { auto_chat_scopes_id: id }) => {
    const { licenseId } = context.principal
    context.takeRate('configurations')
    return context.commit([], async ({ tx }) => {
      await tx.configuration.lock(licenseId)
      const revision = await tx.configuration.removeAutoChatScopes(licenseId, id)
      if (revision === undefined)
        throw invalidField(
          { path: 'payload.auto_chat_scopes_id', rule: 'not_found' },
          'does not match any automatic chat scopes',
        )
      return { response: {}, facts: [{ name: 'configuration_updated', licenseId, revision }] }
    })
  },
)
