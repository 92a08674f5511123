import { requirementsOf } from '../requirement.js'
import { agentActionRequirements } from './agent-actions.js'
import { archiveRequirements } from './archives.js'
import { bansAndDevicesRequirements } from './bans-and-devices.js'
import { botRequirements } from './bots.js'
import { configurationRequirements } from './configuration.js'
import { customerActionRequirements } from './customer-actions.js'
import { chatDecisions } from './decisions-of-chats.js'
import { protocolDecisions } from './decisions-of-protocol.js'
import { routingDecisions } from './decisions-of-routing.js'
import { eventRequirements } from './events.js'
import { fileRequirements } from './files.js'
import { filtersAndAutoChatScopesRequirements } from './filters-and-auto-chat-scopes.js'
import { objectRequirements } from './objects.js'
import { protocolRequirements } from './protocol.js'
import { pushRequirements } from './pushes.js'
import { richMessagesAndMulticastRequirements } from './rich-messages-and-multicast.js'
import { scopesAndPropertiesRequirements } from './scopes-and-properties.js'
import { userRequirements } from './users.js'
import { webhookAttemptRequirements } from './webhook-attempts.js'
import { webhookDeliveryRequirements } from './webhook-deliveries.js'
import { webhookRequirements } from './webhooks.js'

const sections = [
  ...objectRequirements,
  ...userRequirements,
  ...eventRequirements,
  ...customerActionRequirements,
  ...agentActionRequirements,
  ...scopesAndPropertiesRequirements,
  ...richMessagesAndMulticastRequirements,
  ...bansAndDevicesRequirements,
  ...fileRequirements,
  ...archiveRequirements,
  ...filtersAndAutoChatScopesRequirements,
  ...pushRequirements,
  ...protocolRequirements,
  ...chatDecisions,
  ...protocolDecisions,
  ...routingDecisions,
  ...configurationRequirements,
  ...botRequirements,
  ...webhookRequirements,
  ...webhookDeliveryRequirements,
  ...webhookAttemptRequirements,
] as const

type Rows = (typeof sections)[number]['rows']
type KeyOf<R> = R extends unknown ? keyof R : never

/** All requirements that have been written down. */
export const requirements = requirementsOf(sections)
export type RequirementId = KeyOf<Rows>

const known: ReadonlySet<string> = new Set(requirements.map(({ id }) => id))

export function isRequirementId(id: string): id is RequirementId {
  return known.has(id)
}

export const requirementIds: readonly RequirementId[] = [...known].filter(isRequirementId)
