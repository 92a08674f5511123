import { getBotAgentDetails as contract } from '../../contract/actions/configuration/index.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import type { BotSettings } from '../../model/bot.js'
import { botDetailsView, type ShownBotWebhooks } from '../../views/bots.js'
import { isOwn } from './calling-app.js'
import { type Bot, normalizeBotId, requireBot } from './named-bot.js'

export const getBotAgentDetails = handle(contract, async (context, request) => {
  const id = normalizeBotId(request.bot_agent_id)
  const at = { path: 'payload.bot_agent_id', ofAll: 'agents-bot--all:read' } as const
  const bot = requireBot(context, await context.read.agents.get(id), at)
  const settings = await context.read.bots.getSettings(id)
  return { bot_agent: botDetailsView(bot, shownWebhooks(context, bot, settings), context.version) }
})

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
