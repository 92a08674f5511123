import type { Scope } from '../../contract/scopes.js'
import type { ActionContext } from '../../dispatch/context.js'
import { holdsAny } from '../../domain/access.js'
import { normalizeAgentId } from '../../domain/agents.js'
import { invalidField, ParleyError } from '../../errors.js'
import type { Agent } from '../../model/agent.js'
import { callingApp } from './calling-app.js'

/** An agent that an app owns. */
export type Bot = Agent & { readonly ownerClientId: string }

/**
 * Returns the agent if it is a bot that the caller may use. A bot of another license counts as unknown (decisions §15.14).
 * A bot of another app needs the scope `ofAll`, which some actions do not have.
 */
export function requireBot(
  context: ActionContext<'configuration'>,
  agent: Agent | undefined,
  { path, ofAll }: { readonly path: string; readonly ofAll: Scope | null },
): Bot {
  const { principal } = context
  if (agent === undefined || agent.licenseId !== principal.licenseId || !isBot(agent)) {
    throw invalidField({ path, rule: 'not_found' }, 'does not match any bot')
  }
  if (ofAll !== null && holdsAny(principal, [ofAll])) return agent
  if (agent.ownerClientId === callingApp(context)) return agent
  throw new ParleyError('authorization', { detail: 'the bot belongs to another application' })
}

/** Returns the normalized id of a bot; the case of its digits does not matter (decisions §16.7). */
export const normalizeBotId = normalizeAgentId

function isBot(agent: Agent): agent is Bot {
  return agent.ownerClientId !== null
}
