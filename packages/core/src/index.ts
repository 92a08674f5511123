/// <reference types="node" preserve="true" />

// Engine

export { createParley, type Parley } from './engine.js'
export type { BusMetrics } from './facts/late-commits.js'
export type { Health, PartHealth } from './health/health.js'
export type { HousekeepingMetrics, TableMetrics } from './housekeeping/housekeeping.js'
export type { Metrics } from './metrics.js'

// Options

export type { ParleyOptions } from './options/options.js'

// What options hold

export { type MemoryBusOptions, memoryBus } from './bus/memory-bus.js'
export { assign as defaultRoutingPolicy } from './domain/routing/assign.js'
export type { BusMessage } from './facts/fact-batch.js'
export { type MemoryFilesOptions, memoryFiles } from './files/memory-files.js'
export { type JsonLoggerOptions, jsonLogger, type LogLevel } from './logging/json-logger.js'
export type { Geolocation } from './model/geolocation.js'
export type { AssignableThread, AvailableAgent } from './model/routing.js'
export type { AuthPage, PageKind, RenderPage } from './ports/auth-page.js'
export type { Bus } from './ports/bus.js'
export type { Clock } from './ports/clock.js'
export type { FileRange, Files, PresignOptions } from './ports/files.js'
export type { Geolocate } from './ports/geolocate.js'
export type { Ids } from './ports/ids.js'
export type { LogFields, Logger } from './ports/logger.js'
export type { PushMessage, PushOutcome, PushService } from './ports/push-service.js'
export type { Assignment, RoutingPolicy, RoutingState } from './ports/routing-policy.js'
export type { SignInHook, SignInRequest } from './ports/sign-in.js'
export type { Storage } from './ports/storage.js'

// Errors

export { type ConfigErrorCode, type ConfigErrorDetails, ParleyConfigError } from './config-error.js'
export {
  BodyTakenError,
  type ErrorType,
  errorTable,
  ParleyError,
  SetUpError,
  ShuttingDownError,
  ValidationError,
  type WireError,
} from './errors.js'

// Events in this process

export type { HostPayload } from './facts/consequences.js'
export type { FactName } from './facts/fact.js'
export type { EventName, FactEvent, LaggedEvent, ParleyEvents } from './facts/fact-listeners.js'

// In process

export type { AgentMethods, AgentReference, CustomerMethods, CustomerReference } from './in-process.js'

// Admin

export type { Admin } from './admin/admin.js'
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

// Edge: what adapters translate to and from

export type { Edge, ParsedMessage, RtmHandshake, RtmMessage, RtmSession } from './edge/edge.js'
export type {
  BodySource,
  BodyStream,
  HttpBody,
  HttpHeaders,
  HttpRequest,
  HttpResponse,
  ParsedBody,
  TextResponse,
} from './edge/http/http.js'
export { refusalOfChunks } from './edge/http/small-chunks.js'
export { SourceReader, stalledMs } from './edge/http/source-reader.js'
export type { FetchOptions } from './edge/http/web-request.js'
