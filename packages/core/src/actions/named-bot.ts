import type { Scope } from '../contract/scopes.js'
import type { ActionContext } from '../dispatch/context.js'
import { holdsAny } from '../domain/access.js'
import { normalizeAgentId } from '../domain/agents.js'
import { invalidField, ParleyError } from '../errors.js'
import type { Agent } from '../model/agent.js'
import type { StorageTransaction } from '../ports/storage.js'
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

/**
 * Returns the hash of the token that a bot depends on. Throws `authentication` when the token has been revoked
 * meanwhile, because nothing would ever log the bot out. A concurrent revocation waits until the transaction ends, and
 * then finds the bot.
 */
export async function requireGrant(
  { principal }: ActionContext<'configuration'>,
  tx: StorageTransaction,
): Promise<string | null> {
  const { grantHash } = principal
  if (grantHash !== null && (await tx.tokens.get(grantHash)) === undefined)
    throw new ParleyError('authentication')
  return grantHash
}
