import { propertiesView } from '../views/properties.js'
import { type AgentViewer, toSeconds } from '../views/viewer.js'
import type { FactOf } from './fact.js'

/** Payloads for listeners of the host, for facts that are not pushed. They use the field names of the wire format. */

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

/** `online_until` is in Unix seconds. */
export function agentsDisconnectedView({ agentIds, onlineUntil }: FactOf<'agents_disconnected'>) {
  return { agent_ids: [...agentIds], online_until: toSeconds(onlineUntil) }
}

/** The hashes are SHA-256, in hexadecimal. */
export function tokensView({ tokenHashes }: FactOf<'tokens_revoked'>) {
  return { token_hashes: [...tokenHashes] }
}

export function appView({ clientId }: FactOf<'app_removed'>) {
  return { client_id: clientId }
}

export function configurationView({ revision }: FactOf<'configuration_updated'>) {
  return { revision }
}

/** `expires_at` is in Unix seconds; `null` when the license never expires. */
export function licenseExpiryView({ expiresAt }: FactOf<'license_updated'>) {
  return { expires_at: expiresAt === null ? null : toSeconds(expiresAt) }
}

/** Returns the properties as agents receive them. Unlike the push, it is also sent when none of them is readable. */
export function hostPropertiesView(
  { chat, properties }: FactOf<'chat_properties_updated'>,
  viewer: AgentViewer,
) {
  const { properties: readable = {} } = propertiesView(properties, 'chat', viewer)
  return { chat_id: chat.id, properties: readable }
}

/** Returns the thread properties as agents receive them, also when none of them is readable. */
export function hostThreadPropertiesView(
  { chat, threadId, properties }: FactOf<'chat_thread_properties_updated'>,
  viewer: AgentViewer,
) {
  const { properties: readable = {} } = propertiesView(properties, 'thread', viewer)
  return { chat_id: chat.id, thread_id: threadId, properties: readable }
}
