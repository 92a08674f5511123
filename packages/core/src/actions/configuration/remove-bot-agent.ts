import { removeBotAgent as contract } from '../../contract/actions/configuration/index.js'
import { handle } from '../../dispatch/handle.js'
import { invalidField } from '../../errors.js'
import { removeAgent } from '../../presence/remove-agent.js'
import { normalizeBotId, requireBot } from './named-bot.js'

export const removeBotAgent = handle(contract, async (context, request) => {
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
