/// <reference types="node" preserve="true" />

// Inputs and results of `parley.admin`.

export type { Agent } from './admin/entities/agent.js'
export type { App, CreatedApp } from './admin/entities/app.js'
export type { Customer, VisitedPage, Visitor } from './admin/entities/customer.js'
export type { DeliveryAttempt, FailedDelivery } from './admin/entities/delivery.js'
export type { Device } from './admin/entities/device.js'
export type { License } from './admin/entities/license.js'
export type {
  PropertyAccess,
  PropertyDefinition,
  PropertyKey,
  PropertyLocations,
  PropertyType,
} from './admin/entities/property.js'
export type { AgentTokens, CustomerToken, Token } from './admin/entities/token.js'
export type { MemberFilter, PropertyFilter, Webhook, WebhookFilters } from './admin/entities/webhook.js'
export type {
  CreateAgentInput,
  ListAgentsInput,
  ListDevicesInput,
  UpdateAgentInput,
} from './admin/inputs/agent.js'
export type { CreateAppInput, ListAppsInput, UpdateAppInput } from './admin/inputs/app.js'
export type {
  BanCustomerInput,
  CreateCustomerInput,
  GetOrCreateCustomerInput,
  ListCustomersInput,
  UpdateCustomerInput,
} from './admin/inputs/customer.js'
export type { ExternalIdInput } from './admin/inputs/external-id.js'
export type { CreateLicenseInput, ListLicensesInput, UpdateLicenseInput } from './admin/inputs/license.js'
export type { Page, PageInput } from './admin/inputs/page.js'
export type {
  CreatePropertyInput,
  ListPropertiesInput,
  UpdatePropertyInput,
} from './admin/inputs/property.js'
export type {
  CreateAgentTokenInput,
  CreateCustomerTokenInput,
  ListTokensInput,
} from './admin/inputs/token.js'
export type {
  CreateWebhookInput,
  ListAttemptsInput,
  ListFailedDeliveriesInput,
  ListWebhooksInput,
  UpdateWebhookInput,
  WebhookFiltersInput,
} from './admin/inputs/webhook.js'
export type { Scope } from './contract/scopes.js'
export type { WebhookAction } from './contract/webhook-actions.js'
export type { GroupMembership, Permission, RoutingStatus } from './model/agent.js'
export type { DevicePlatform } from './model/device.js'
