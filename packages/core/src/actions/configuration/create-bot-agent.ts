import { createBotAgent as contract } from '../../contract/actions/configuration/index.js'
import type { RequestOf } from '../../contract/define.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { isProfileWithin, toMemberships } from '../../domain/agents.js'
import { botPresence, checkBotGroups } from '../../domain/bots.js'
import { invalid, invalidField, ParleyError } from '../../errors.js'
import type { Fact } from '../../facts/fact.js'
import type { StorageTransaction } from '../../ports/storage.js'
import { requireGrant } from './bot-token.js'
import { toBotWebhooks, webhooksChanged } from './bot-webhooks.js'
import { callingApp, requireApp } from './calling-app.js'
import type { Bot } from './named-bot.js'

export const createBotAgent = handle(contract, (context, request) => {
  const bot = newBot(context, request)
  const webhooks = request.webhooks === undefined ? null : toBotWebhooks(context, request.webhooks, bot.id)
  context.takeRate('configurations')
  return context.commit([bot.id], async ({ tx }) => {
    await requireApp(tx, bot.ownerClientId)
    const tokenHash = await requireGrant(context, tx)
    await checkLimits(context, tx, bot)
    await tx.agents.insert(bot)
    await tx.bots.putSettings(bot.id, { tokenHash, webhooks })
    const configured = webhooks === null ? [] : [await webhooksChanged(context, tx)]
    return { response: { bot_agent_id: bot.id }, facts: [...loggedIn(bot, request.status), ...configured] }
  })
})

type Request = RequestOf<typeof contract>

function newBot(context: ActionContext<'configuration'>, request: Request): Bot {
  const { name, avatar = null, status, max_chats_count: maxChatsCount = 6, groups = [] } = request
  checkBotGroups(groups)
  const bot: Bot = {
    ...{ id: context.newBotId(), licenseId: context.principal.licenseId, name, email: null, avatar },
    externalId: null,
    permission: 'normal',
    groups: toMemberships(groups),
    maxChatsCount,
    ownerClientId: callingApp(context),
    ...botPresence(status),
    createdAt: context.now,
  }
  const { agentProfileBytes } = context.settings.limits
  if (isProfileWithin({ login: bot.id, name, avatar }, agentProfileBytes)) return bot
  throw invalidField(
    { path: 'payload', rule: 'too_large', limit: agentProfileBytes },
    `would make the profile larger than ${agentProfileBytes} bytes as JSON`,
  )
}

/** Checks the limits on bots. It locks the license, so a concurrent creation waits until the transaction ends. */
async function checkLimits(
  { settings }: ActionContext<'configuration'>,
  tx: StorageTransaction,
  { licenseId, ownerClientId }: Bot,
): Promise<void> {
  const { botsPerApp, botsPerLicense } = settings.limits
  if (!(await tx.configuration.lock(licenseId))) throw new ParleyError('license_not_found')
  if ((await tx.bots.count(licenseId, ownerClientId, botsPerApp)) >= botsPerApp) {
    throw invalid(
      { path: 'payload', rule: 'limit_reached', limit: botsPerApp },
      `an application can have at most ${botsPerApp} bots`,
    )
  }
  if ((await tx.bots.count(licenseId, null, botsPerLicense)) >= botsPerLicense) {
    throw invalid(
      { path: 'payload', rule: 'limit_reached', limit: botsPerLicense },
      `a license can have at most ${botsPerLicense} bots`,
    )
  }
}

function loggedIn(
  { id: agentId, licenseId, routingStatus }: Bot,
  status: Request['status'],
): readonly Fact[] {
  if (status === 'offline') return []
  return [{ name: 'agent_logged_in', licenseId, agentId, routingStatus, formerStatus: null }]
}
