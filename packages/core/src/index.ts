// Errors

// Engine
export type { Admin } from './admin/admin.js'
export type { NewAgentOptions } from './admin/agents.js'
export type { AppChanges, AppRegistration, NewAppOptions, RegisteredApp } from './admin/apps.js'
export type { NewCustomerOptions } from './admin/customers.js'
export type { NewLicenseOptions } from './admin/licenses.js'
export type { NewPropertyOptions, PropertyName } from './admin/properties.js'
export type { AgentTokenOptions, AgentTokens, CustomerToken, CustomerTokenOptions } from './admin/tokens.js'
export { MemoryBus } from './bus-memory/memory-bus.js'
export { systemClock } from './clock/system-clock.js'
export { VirtualClock } from './clock/virtual-clock.js'
// Contract
export { type Scope, type ScopeLevel, scopes } from './contract/scopes.js'
export type { Api, ApiVersion } from './contract/versions.js'
export { Deadlines } from './dispatch/deadlines.js'
// Values of the ports
export { connectedForever } from './domain/connected-forever.js'
// Edge: what adapters translate to and from
export type { Edge, RtmHandshake, RtmSession } from './edge/edge.js'
export type { FetchOptions } from './edge/http/fetch.js'
export type { HttpBody, HttpHeaders, HttpRequest, HttpResponse } from './edge/http/http.js'
export { createParley, type Health, type Parley } from './engine.js'
export {
  type ErrorType,
  errorTable,
  invalid,
  ParleyError,
  ShuttingDownError,
  type WireError,
} from './errors.js'
export type { HostPayload } from './facts/consequences.js'
export type { FactName } from './facts/fact.js'
export type { BusMessage } from './facts/fact-batch.js'
export type { EventName, FactEvent, LaggedEvent, ParleyEvents } from './facts/fact-listeners.js'
export type { HousekeepingMetrics, TableMetrics } from './housekeeping/housekeeping.js'
export type { AgentMethods, AgentReference, CustomerMethods, CustomerReference } from './in-process.js'
export { type JsonLoggerOptions, jsonLogger, type LogLevel } from './logging/json-logger.js'
export type { Metrics } from './metrics.js'
export type { ParleyOptions } from './options.js'
export type { AuthPage, PageKind, RenderPage } from './ports/auth-page.js'
// Ports
export type { Bus, Subscription } from './ports/bus.js'
export type { Clock } from './ports/clock.js'
export type { Ids } from './ports/ids.js'
export type { LogFields, Logger } from './ports/logger.js'
export type { OutgoingFrame, RtmConnection } from './ports/rtm-connection.js'
export type { SignInHook, SignInRequest } from './ports/sign-in.js'
export type { Cancellation, Storage, StorageReads, StorageTransaction } from './ports/storage.js'
export type {
  Agent,
  AgentReads,
  AgentWrites,
  Device,
  Permission,
  RoutingStatus,
} from './ports/stores/agents.js'
export type { Answer, AnswerReads, AnswerWrites } from './ports/stores/answers.js'
export type { App, AppReads, AppWrites } from './ports/stores/apps.js'
export type { AttemptReads, AttemptWindow, AttemptWrites } from './ports/stores/attempts.js'
export type {
  ActiveChat,
  AgentChatsQuery,
  AppendCommand,
  AppendResult,
  Chat,
  ChatHead,
  ChatMember,
  ChatPosition,
  ChatReads,
  ChatScopes,
  ChatSequence,
  ChatSummary,
  ChatsPiece,
  ChatUser,
  ChatWrites,
  LastEvent,
  ListedChats,
  MeasuredThread,
  NewChat,
  NewEvents,
  NewThread,
  Thread,
  ThreadBounds,
  ThreadSummary,
  ThreadWithEvents,
} from './ports/stores/chats.js'
export type { AuthorizationCode, CodeReads, CodeWrites } from './ports/stores/codes.js'
export type {
  ConfigurationReads,
  ConfigurationWrites,
  LicenseConfiguration,
  NamedProperty,
  PropertyDefinition,
  PropertyLocation,
  PropertyType,
  UserKind,
} from './ports/stores/configuration.js'
export type {
  Customer,
  CustomerReads,
  CustomerWrites,
  VisitedPage,
  Visitor,
} from './ports/stores/customers.js'
export type {
  ChatEvent,
  EventContent,
  EventType,
  FormField,
  NewEvent,
  Properties,
  PropertyValue,
  Recipients,
  RichMessageButton,
  RichMessageElement,
} from './ports/stores/events.js'
export type { License, LicenseReads, LicenseWrites } from './ports/stores/licenses.js'
export type { LostPresence, Node, NodeReads, NodeWrites } from './ports/stores/nodes.js'
export type {
  Delivery,
  FailedDelivery,
  NewDelivery,
  OutboxClaim,
  OutboxReads,
  OutboxWrites,
} from './ports/stores/outbox.js'
export type { SignIn, SignInReads, SignInWrites } from './ports/stores/sign-ins.js'
export type {
  Token,
  TokenBearer,
  TokenIdentity,
  TokenKind,
  TokenReads,
  TokenWrites,
} from './ports/stores/tokens.js'
export { StorageError, type StorageErrorCode } from './storage-error.js'
