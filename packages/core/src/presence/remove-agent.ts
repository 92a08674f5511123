import type { Fact } from '../facts/fact.js'
import type { Agent } from '../model/agent.js'
import type { StorageTransaction } from '../ports/storage.js'

/**
 * Removes an agent, and the webhooks of a bot. Returns the agent as it was and the facts; `undefined` when there is no
 * such agent. Locks the license's configuration, then the agent; chats must be locked before.
 */
export async function removeAgent(
  tx: StorageTransaction,
  id: string,
  at: number,
): Promise<{ readonly agent: Agent; readonly facts: readonly Fact[] } | undefined> {
  const found = await tx.agents.get(id)
  if (found === undefined) return undefined
  const { licenseId } = found
  const settings = found.ownerClientId === null ? undefined : await tx.bots.getSettings(id)
  const hasWebhooks = settings !== undefined && settings.webhooks !== null
  if (hasWebhooks) await tx.configuration.lock(licenseId)
  const agent = await tx.agents.remove(id, at)
  if (agent === undefined) return undefined
  const deleted = { name: 'agent_deleted', licenseId, agentId: id } as const
  if (!hasWebhooks) return { agent, facts: [deleted] }
  const revision = await tx.configuration.advance(licenseId)
  return { agent, facts: [deleted, { name: 'configuration_updated', licenseId, revision }] }
}
