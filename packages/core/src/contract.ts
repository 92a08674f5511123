// The wire format: requests, responses and pushes as TypeBox schemas, and their types.

import * as agentActions from './contract/agent-actions.js'
import * as agentPushes from './contract/agent-pushes.js'
import * as configurationActions from './contract/configuration-actions.js'
import * as customerActions from './contract/customer-actions.js'
import * as customerPushes from './contract/customer-pushes.js'

// Actions and pushes, by their names in camel case.

export type {
  ActionContract,
  Availability,
  ByVersion,
  PayloadOf,
  PushContract,
  RequestOf,
  ResponseOf,
  Transport,
  Versioned,
} from './contract/define.js'
export { schemaFor } from './contract/define.js'
export { agentActions, agentPushes, configurationActions, customerActions, customerPushes }

// Webhooks.

export { type WebhookAction, webhookActionNames } from './contract/webhook-actions.js'
export { deliveryBody } from './contract/webhook-deliveries.js'

// Objects.

export type {
  AgentChatSummary,
  AgentChatSummaryV03,
  AgentChatWithThread,
  AgentChatWithThreads,
  AgentEvent,
  AgentEventRequest,
  AgentThread,
  ChatScopes,
  ChatScopesRequest,
  ChatScopesRequestWithAgents,
  CustomerChatSummary,
  CustomerChatSummaryV03,
  CustomerChatWithThread,
  CustomerChatWithThreads,
  CustomerDetailsRequest,
  CustomerEvent,
  CustomerEventRequest,
  CustomerLoginDetailsRequest,
  CustomerThread,
  CustomerUpdateRequest,
  MyProfile,
  Properties,
  PropertiesRequest,
  UserOfAgentApi,
  UserOfCustomerApi,
} from './contract/objects/types.js'

// Errors and closed connections.

export { type CloseCode, closeCodes, disconnectReasons, type Reconnect } from './contract/close-codes.js'
export { type ValidationData, type ValidationRule, validationRules } from './validation-rules.js'

// Scopes, versions and limits.

export { type ContractLimit, contractLimits } from './contract/limits.js'
export { type Scope, type ScopeLevel, scopes } from './contract/scopes.js'
export { type Api, type ApiVersion, type NewestVersion, versions } from './contract/versions.js'
