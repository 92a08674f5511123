import type { ChatChange } from '../../chats/chat-change.js'
import { updateBotAgent as contract } from '../../contract/actions/configuration/index.js'
import type { RequestOf } from '../../contract/define.js'
import { handle } from '../../dispatch/handle.js'
import { getGroupIds, isProfileWithin, toMemberships } from '../../domain/agents.js'
import { type BotStatus, botPresence, checkBotGroups, getBotStatus } from '../../domain/bots.js'
import { invalidField } from '../../errors.js'
import type { Fact } from '../../facts/fact.js'
import type { Agent } from '../../model/agent.js'
import type { AgentChanges } from '../../ports/stores/agents.js'
import { requireGrant } from './bot-token.js'
import { toBotWebhooks, webhooksChanged } from './bot-webhooks.js'
import { callingApp, requireApp } from './calling-app.js'
import { normalizeBotId, requireBot } from './named-bot.js'

export const updateBotAgent = handle(contract, async (context, request) => {
  const { groups = [], status } = request
  checkBotGroups(groups)
  const id = normalizeBotId(request.id)
  const webhooks = request.webhooks === undefined ? undefined : toBotWebhooks(context, request.webhooks, id)
  const at = { path: 'payload.id', ofAll: null } as const
  const { agentProfileBytes } = context.settings.limits
  context.takeRate('configurations')
  const response = await context.commit([id], async (change) => {
    const { tx } = change
    if (webhooks !== undefined) await requireApp(tx, callingApp(context))
    const grantHash = await requireGrant(context, tx)
    const { licenseId } = context.principal
    if (webhooks !== undefined) await tx.configuration.lock(licenseId)
    requireBot(context, await tx.agents.get(id), at)
    const changes = changesOf(request)
    const bot = requireBot(context, await tx.agents.update(id, changes), at)
    if (!isProfileWithin({ ...bot, login: id }, agentProfileBytes)) {
      throw invalidField(
        { path: 'payload', rule: 'too_large', limit: agentProfileBytes },
        `would make the profile larger than ${agentProfileBytes} bytes as JSON`,
      )
    }
    const former = await tx.bots.getSettings(id)
    await tx.bots.putSettings(id, {
      tokenHash: grantHash ?? former?.tokenHash ?? null,
      webhooks: webhooks ?? former?.webhooks ?? null,
    })
    // Enables the webhooks again, even if they are unchanged: an app has no other way to report that its destination is
    // back.
    if (webhooks !== undefined) await tx.webhooks.setDisabledAt(licenseId, id, null)
    const isProfileChanged = Object.keys(changes).length > 0
    const facts = [
      ...(isProfileChanged ? [profileUpdated(bot)] : []),
      ...(await changeStatus(change, bot, status)),
      ...(webhooks === undefined ? [] : [await webhooksChanged(context, tx)]),
    ]
    return { response: {}, facts }
  })
  if (status === 'offline') context.presence.reportLogOut()
  return response
})

type Request = RequestOf<typeof contract>

function changesOf({ name, avatar, max_chats_count: maxChatsCount, groups }: Request): AgentChanges {
  return {
    ...(name !== undefined && { name }),
    ...(avatar !== undefined && { avatar }),
    ...(maxChatsCount !== undefined && { maxChatsCount }),
    ...(groups !== undefined && { groups: toMemberships(groups) }),
  }
}

function profileUpdated(bot: Agent): Fact {
  const { licenseId, id: agentId, permission } = bot
  return { name: 'agent_profile_updated', licenseId, agentId, permission, groups: getGroupIds(bot) }
}

/**
 * Changes the status of the bot. As for every agent, `offline` first removes the bot from its chats; the fact follows
 * later.
 */
async function changeStatus(
  { tx, steadyAt }: ChatChange,
  bot: Agent,
  status: BotStatus | undefined,
): Promise<readonly Fact[]> {
  const former = getBotStatus(bot)
  if (status === undefined || status === former) return []
  const { id: agentId, licenseId, routingStatus: formerStatus } = bot
  if (status === 'offline') {
    await tx.nodes.disconnectEverywhere([agentId], steadyAt)
    return []
  }
  const presence = botPresence(status)
  await tx.agents.logIn(agentId, presence)
  const { routingStatus } = presence
  if (former !== 'offline') {
    return [{ name: 'agent_updated', licenseId, agentId, routingStatus, formerStatus }]
  }
  return [{ name: 'agent_logged_in', licenseId, agentId, routingStatus, formerStatus: null }]
}
