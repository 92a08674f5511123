// Engine

export { createParley, type Health, type Parley } from './engine.js'
export type { HousekeepingMetrics, TableMetrics } from './housekeeping/housekeeping.js'
export type { Metrics } from './metrics.js'

// Options

export type { ParleyOptions } from './options/options.js'

// What options hold

export { type JsonLoggerOptions, jsonLogger, type LogLevel } from './logging/json-logger.js'
export type { AuthPage, PageKind, RenderPage } from './oauth/pages/page.js'
export type { Bus } from './ports/bus.js'
export type { Clock } from './ports/clock.js'
export type { Ids } from './ports/ids.js'
export type { LogFields, Logger } from './ports/logger.js'
export type { SignInHook, SignInRequest } from './ports/sign-in.js'
export type { Storage } from './ports/storage.js'
export type { BusMessage } from './push/bus-message.js'

// Errors

export {
  type ErrorType,
  errorTable,
  invalid,
  ParleyError,
  ShuttingDownError,
  type WireError,
} from './errors.js'

// In process

export type { AgentMethods, AgentReference, CustomerMethods, CustomerReference } from './in-process.js'

// Admin

export type { Admin } from './admin/admin.js'
export type { AppRegistration, RegisteredApp } from './admin/apps.js'
export type {
  AgentTokenOptions,
  AppChanges,
  CustomerTokenOptions,
  NewAgentOptions,
  NewAppOptions,
  NewCustomerOptions,
  NewLicenseOptions,
} from './admin/options.js'
export type { AgentTokens, CustomerToken } from './admin/tokens.js'
export type { Scope } from './contract/scopes.js'
export type { Agent, Permission } from './ports/stores/agents.js'
export type { Customer } from './ports/stores/customers.js'
export type { License } from './ports/stores/licenses.js'

// Edge: what adapters translate to and from

export type { Edge, RtmHandshake, RtmSession } from './edge/edge.js'
export type { FetchOptions } from './edge/fetch.js'
export type { HttpBody, HttpHeaders, HttpRequest, HttpResponse } from './edge/http.js'
