import { getBotAgentDetails as contract } from '../../contract/actions/configuration/index.js'
import { handle } from '../../dispatch/handle.js'
import { botDetailsView } from '../../views/bots.js'
import { botIdOf, requireBot } from './named-bot.js'

export const getBotAgentDetails = handle(contract, async (context, request) => {
  const id = botIdOf(request.bot_agent_id)
  const at = { path: 'payload.bot_agent_id', ofAll: 'agents-bot--all:read' } as const
  const bot = requireBot(context, await context.read.agents.get(id), at)
  const settings = await context.read.bots.getSettings(id)
  return { bot_agent: botDetailsView(bot, settings?.webhooks ?? null, context.version) }
})
