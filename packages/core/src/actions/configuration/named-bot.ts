import type { Scope } from '../../contract/scopes.js'
import type { ActionContext } from '../../dispatch/context.js'
import { holdsAny } from '../../domain/access.js'
import { agentIdOf } from '../../domain/agents.js'
import { invalid, ParleyError } from '../../errors.js'
import type { Agent } from '../../model/agent.js'
import { callingApp } from './calling-app.js'

export type Bot = Agent & { readonly ownerClientId: string }

/**
 * The bot that was read by that id. One of another license answers like one that does not exist (decisions §15); one of
 * another app takes a scope for all of them, of which some actions have none.
 */
export function requireBot(
  context: ActionContext<'configuration'>,
  agent: Agent | undefined,
  { path, ofAll }: { readonly path: string; readonly ofAll: Scope | null },
): Bot {
  const { principal } = context
  if (agent === undefined || agent.licenseId !== principal.licenseId || !isBot(agent)) {
    throw invalid(`${path} names no bot`)
  }
  if (ofAll !== null && holdsAny(principal, [ofAll])) return agent
  if (agent.ownerClientId === callingApp(context)) return agent
  throw new ParleyError('authorization', { detail: 'the bot belongs to another application' })
}

/** Whatever else the case of its digits (decisions §16.7). */
export const botIdOf = agentIdOf

function isBot(agent: Agent): agent is Bot {
  return agent.ownerClientId !== null
}
