import { propertiesView } from '../views/properties.js'
import { type AgentViewer, toSeconds } from '../views/viewer.js'
import type { FactOf } from './fact.js'

/** What a host hears of facts that no push shows, in the words of the wire. */

export function agentView({
  agentId,
}: FactOf<'agent_profile_updated' | 'agent_went_offline' | 'agent_logged_out' | 'agent_deleted'>) {
  return { agent_id: agentId }
}

export function loggedInView({ agentId, routingStatus }: FactOf<'agent_logged_in'>) {
  return { agent_id: agentId, routing_status: routingStatus }
}

export function customerView({ customerId }: FactOf<'customer_unbanned'>) {
  return { customer_id: customerId }
}

/** `online_until` in Unix seconds. */
export function agentsDisconnectedView({ agentIds, onlineUntil }: FactOf<'agents_disconnected'>) {
  return { agent_ids: [...agentIds], online_until: toSeconds(onlineUntil) }
}

/** SHA-256 of each, hexadecimal. */
export function tokensView({ tokenHashes }: FactOf<'tokens_revoked'>) {
  return { token_hashes: [...tokenHashes] }
}

export function appView({ clientId }: FactOf<'app_removed'>) {
  return { client_id: clientId }
}

export function configurationView({ revision }: FactOf<'configuration_updated'>) {
  return { revision }
}

/** `expires_at` in Unix seconds; `null`: never. */
export function licenseExpiryView({ expiresAt }: FactOf<'license_updated'>) {
  return { expires_at: expiresAt === null ? null : toSeconds(expiresAt) }
}

/** As agents are pushed it, also where they may read none of them. */
export function hostPropertiesView(
  { chat, properties }: FactOf<'chat_properties_updated'>,
  viewer: AgentViewer,
) {
  const { properties: readable = {} } = propertiesView(properties, 'chat', viewer)
  return { chat_id: chat.id, properties: readable }
}

export function hostThreadPropertiesView(
  { chat, threadId, properties }: FactOf<'chat_thread_properties_updated'>,
  viewer: AgentViewer,
) {
  const { properties: readable = {} } = propertiesView(properties, 'thread', viewer)
  return { chat_id: chat.id, thread_id: threadId, properties: readable }
}
