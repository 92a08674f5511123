import { getBotAgents as contract } from '../../contract/actions/configuration/index.js'
import { handle } from '../../dispatch/handle.js'
import { holdsAny } from '../../domain/access.js'
import { ParleyError } from '../../errors.js'
import { botView } from '../../views/bots.js'
import { callingApp } from './calling-app.js'

const ofAll = ['agents-bot--all:read'] as const

export const getBotAgents = handle(contract, async (context, { all = false }) => {
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
