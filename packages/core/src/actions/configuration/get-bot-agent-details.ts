import { getBotAgentDetails as contract } from '../../contract/actions/configuration/index.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import type { BotSettings, BotWebhooks } from '../../ports/stores/bots.js'
import { botDetailsView } from '../../views/bots.js'
import { botIdOf, requireBot } from './named-bot.js'

export const getBotAgentDetails = handle(contract, async (context, request) => {
  const id = botIdOf(request.bot_agent_id)
  const at = { path: 'payload.bot_agent_id', ofAll: 'agents-bot--all:read' } as const
  const bot = requireBot(context, await context.read.agents.get(id), at)
  const settings = await context.read.bots.getSettings(id)
  return { bot_agent: botDetailsView(bot, shownWebhooks(context, id, settings), context.version) }
})

function shownWebhooks(
  { secretKeys }: ActionContext<'configuration'>,
  botId: string,
  settings: BotSettings | undefined,
): BotWebhooks | null {
  const webhooks = settings?.webhooks ?? null
  return webhooks && { ...webhooks, secretKey: secretKeys.open(webhooks.secretKey, botId) }
}
