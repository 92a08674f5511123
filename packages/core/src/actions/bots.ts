import type { ChatChange } from '../chats/chat-change.js'
import * as configurationContract from '../contract/configuration-actions.js'
import type { RequestOf } from '../contract/define.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { holdsAny } from '../domain/access.js'
import { getGroupIds, isProfileWithin, toMemberships } from '../domain/agents.js'
import { type BotStatus, botPresence, checkBotGroups, getBotStatus } from '../domain/bots.js'
import { invalid, invalidField, ParleyError } from '../errors.js'
import type { Fact } from '../facts/fact.js'
import type { Agent } from '../model/agent.js'
import type { BotSettings } from '../model/bot.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { AgentChanges } from '../ports/stores/agents.js'
import { removeAgent } from '../presence/remove-agent.js'
import { botDetailsView, botView, type ShownBotWebhooks } from '../views/bots.js'
import { toBotWebhooks, webhooksChanged } from './bot-webhooks.js'
import { callingApp, isOwn, requireApp } from './calling-app.js'
import { type Bot, normalizeBotId, requireBot, requireGrant } from './named-bot.js'

export const createBotAgent = handle(configurationContract.createBotAgent, (context, request) => {
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

type NewBotRequest = RequestOf<typeof configurationContract.createBotAgent>

function newBot(context: ActionContext<'configuration'>, request: NewBotRequest): Bot {
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
  status: NewBotRequest['status'],
): readonly Fact[] {
  if (status === 'offline') return []
  return [{ name: 'agent_logged_in', licenseId, agentId, routingStatus, formerStatus: null }]
}

export const getBotAgentDetails = handle(
  configurationContract.getBotAgentDetails,
  async (context, request) => {
    const id = normalizeBotId(request.bot_agent_id)
    const at = { path: 'payload.bot_agent_id', ofAll: 'agents-bot--all:read' } as const
    const bot = requireBot(context, await context.read.agents.get(id), at)
    const settings = await context.read.bots.getSettings(id)
    return { bot_agent: botDetailsView(bot, shownWebhooks(context, bot, settings), context.version) }
  },
)

function shownWebhooks(
  { secretKeys, principal }: ActionContext<'configuration'>,
  { id, ownerClientId }: Bot,
  settings: BotSettings | undefined,
): ShownBotWebhooks | null {
  const webhooks = settings?.webhooks ?? null
  if (webhooks === null) return null
  const { secretKey } = webhooks
  return { ...webhooks, secretKey: isOwn(principal, ownerClientId) ? secretKeys.open(secretKey, id) : null }
}

const ofAll = ['agents-bot--all:read'] as const

export const getBotAgents = handle(configurationContract.getBotAgents, async (context, { all = false }) => {
  if (all && !holdsAny(context.principal, ofAll)) {
    throw new ParleyError('authorization', { detail: `all needs the scope ${ofAll.join()}` })
  }
  const { licenseId } = context.principal
  const { botsPerLicense, agentProfileBytes } = context.settings.limits
  const owner = all ? null : callingApp(context)
  const count = await context.read.bots.count(licenseId, owner, botsPerLicense)
  await context.reserveResponse(count * agentProfileBytes)
  const bots = await context.read.bots.list(licenseId, owner, botsPerLicense)
  return { bot_agents: bots.map(botView) }
})

export const removeBotAgent = handle(configurationContract.removeBotAgent, async (context, request) => {
  const id = normalizeBotId(request.bot_agent_id)
  const at = { path: 'payload.bot_agent_id', ofAll: 'agents-bot--all:write' } as const
  const { licenseId } = context.principal
  context.takeRate('configurations')
  requireBot(context, await context.read.agents.get(id), at)
  const servedIds = await context.presence.listServedChats(id)
  const response = await context.commit([...servedIds, id], async ({ tx, at: now }) => {
    const left = await context.presence.leaveServed({ tx, at: now }, servedIds, id)
    const removed = await removeAgent(tx, id, now)
    // Another request may have removed the bot meanwhile.
    if (removed === undefined)
      throw invalidField({ path: 'payload.bot_agent_id', rule: 'not_found' }, 'does not match any bot')
    return { response: {}, facts: [...left, ...removed.facts] }
  })
  await context.presence.removeFromChats({ id, licenseId })
  return response
})

export const updateBotAgent = handle(configurationContract.updateBotAgent, async (context, request) => {
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

type UpdateRequest = RequestOf<typeof configurationContract.updateBotAgent>

function changesOf({ name, avatar, max_chats_count: maxChatsCount, groups }: UpdateRequest): AgentChanges {
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
