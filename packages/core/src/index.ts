// Errors

// Engine
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
export { systemClock } from './clock/system-clock.js'
export { VirtualClock } from './clock/virtual-clock.js'
// Contract
export { type Scope, type ScopeLevel, scopes } from './contract/scopes.js'
export type { Api, ApiVersion } from './contract/versions.js'
export { Deadlines } from './dispatch/deadlines.js'
// Edge: what adapters translate to and from
export type { Edge, RtmHandshake, RtmSession } from './edge/edge.js'
export type { FetchOptions } from './edge/fetch.js'
export type { HttpBody, HttpHeaders, HttpRequest, HttpResponse } from './edge/http.js'
export { createParley, type Health, type Parley } from './engine.js'
export {
  type ErrorType,
  errorTable,
  invalid,
  ParleyError,
  ShuttingDownError,
  type WireError,
} from './errors.js'
export type { HousekeepingMetrics, TableMetrics } from './housekeeping/housekeeping.js'
export type { AgentMethods, AgentReference, CustomerMethods, CustomerReference } from './in-process.js'
export { type JsonLoggerOptions, jsonLogger, type LogLevel } from './logging/json-logger.js'
export type { Metrics } from './metrics.js'
export type { AuthPage, PageKind, RenderPage } from './oauth/pages/page.js'
export type { ParleyOptions } from './options/options.js'
// Ports
export type { Bus } from './ports/bus.js'
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
export type { SignIn, SignInReads, SignInWrites } from './ports/stores/sign-ins.js'
export type {
  Token,
  TokenBearer,
  TokenIdentity,
  TokenKind,
  TokenReads,
  TokenWrites,
} from './ports/stores/tokens.js'
export type { BusMessage } from './push/bus-message.js'
export { StorageError, type StorageErrorCode } from './storage-error.js'
