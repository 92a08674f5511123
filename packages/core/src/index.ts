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

export { MemoryBus } from './bus/memory-bus.js'
export { assign as defaultRoutingPolicy } from './domain/routing/assign.js'
export type { BusMessage } from './facts/fact-batch.js'
export { type MemoryFilesOptions, memoryFiles } from './files/memory-files.js'
export { type JsonLoggerOptions, jsonLogger, type LogLevel } from './logging/json-logger.js'
export type { Geolocation } from './model/geolocation.js'
export type { AvailableAgent, TakeableThread } from './model/routing.js'
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
  invalid,
  ParleyError,
  SetUpError,
  ShuttingDownError,
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
export type { AppRegistration, RegisteredApp } from './admin/apps.js'
export type {
  AgentChangeOptions,
  AgentTokenOptions,
  AppChanges,
  BanOptions,
  CustomerChangeOptions,
  CustomerTokenOptions,
  KnownCustomerOptions,
  NewAgentOptions,
  NewAppOptions,
  NewCustomerOptions,
  NewLicenseOptions,
} from './admin/options.js'
export type { Page, PageOptions } from './admin/pages.js'
export type { NewPropertyOptions, PropertyName } from './admin/properties.js'
export type { AgentTokens, CustomerToken } from './admin/tokens.js'
export type {
  AttemptListOptions,
  DeliveryName,
  FailedListOptions,
  ShownWebhook,
  WebhookListOptions,
  WebhookName,
} from './admin/webhooks.js'
export type { Scope } from './contract/scopes.js'
export type { Agent, Permission } from './model/agent.js'
export type { Customer } from './model/customer.js'
export type { Device, DevicePlatform } from './model/device.js'
export type { License } from './model/license.js'
export type { NamedProperty, PropertyDefinition } from './model/property.js'

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
