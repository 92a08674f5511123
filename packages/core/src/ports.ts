/// <reference types="node" preserve="true" />

// Ports and the values that go through them

export type { Edge, RtmHandshake, RtmSession } from './edge/edge.js'
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
export type { Bus, Subscription } from './ports/bus.js'
export type {
  BusLink,
  BusLinkEvents,
  ConnectBus,
  OutgoingBatch,
  OutgoingMessage,
} from './ports/bus-link.js'
export type { Clock } from './ports/clock.js'
export type { FileRange, Files, PresignOptions } from './ports/files.js'
export type { Geolocation } from './ports/geolocate.js'
export type { Ids } from './ports/ids.js'
export type { LogFields, Logger } from './ports/logger.js'
export type { PushMessage, PushOutcome, PushService } from './ports/push-service.js'
export type { OutgoingFrame, RtmConnection, WireFormat } from './ports/rtm-connection.js'
export type { SignInHook, SignInRequest } from './ports/sign-in.js'
export type { Cancellation, Storage, StorageReads, StorageTransaction, Urgency } from './ports/storage.js'
export type {
  Agent,
  AgentChanges,
  AgentReads,
  AgentWrites,
  Device,
  DevicePlatform,
  GroupMembership,
  Permission,
  Priority,
  PutDevice,
  RoutingStatus,
} from './ports/stores/agents.js'
export type { Answer, AnswerReads, AnswerWrites } from './ports/stores/answers.js'
export type { App, AppReads, AppWrites, RemovedApp } from './ports/stores/apps.js'
export type {
  ArchivedThread,
  ArchiveFilter,
  ArchivePage,
  ArchiveQuery,
  ArchiveReads,
  ArchiveWrites,
  IndexedEvent,
  SearchTerm,
  ThreadPosition,
  UnindexedEvent,
  UnindexedPiece,
} from './ports/stores/archives.js'
export type { AttemptReads, AttemptWindow, AttemptWrites } from './ports/stores/attempts.js'
export type { BotReads, BotSettings, BotWebhooks, BotWrites } from './ports/stores/bots.js'
export type { AppendCommand, AppendResult, NewEvents, ThreadBounds } from './ports/stores/chat-appends.js'
export type { AgentChatsQuery, ChatPosition, ChatsPiece, ListedChats } from './ports/stores/chat-lists.js'
export type { ChatReads } from './ports/stores/chat-reads.js'
export type {
  ChatWrites,
  LastSeen,
  Leaving,
  NewChat,
  NewThread,
  ThreadWriter,
} from './ports/stores/chat-writes.js'
export type {
  ActiveChat,
  Chat,
  ChatHead,
  ChatMember,
  ChatScopes,
  ChatSequence,
  ChatSummary,
  ChatUser,
  LastEvent,
  MeasuredThread,
  Thread,
  ThreadSummary,
  ThreadWithEvents,
} from './ports/stores/chats.js'
export type { AuthorizationCode, CodeReads, CodeWrites } from './ports/stores/codes.js'
export type {
  AutoChatScopes,
  ConfigurationReads,
  ConfigurationUsage,
  ConfigurationWrites,
  ConfiguredRule,
  LicenseConfiguration,
  NamedProperty,
  PropertyDefinition,
  PropertyLocation,
  PropertyType,
  UrlFilter,
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
  ChoiceFormField,
  EventContent,
  EventType,
  FileContent,
  FormField,
  NewEvent,
  Properties,
  PropertyValue,
  Recipients,
  RichMessage,
  RichMessageButton,
  RichMessageElement,
  RichMessageEvent,
  TypedFormField,
} from './ports/stores/events.js'
export type {
  AppendedEvent,
  FactReads,
  FactStretch,
  FactWrites,
  KeptFacts,
  SequencedChat,
  TakenQuery,
  TakenSequence,
} from './ports/stores/facts.js'
export type {
  FileDetails,
  FileKind,
  FileReads,
  FileWrites,
  NewFile,
  StoredFile,
} from './ports/stores/files.js'
export type { License, LicenseReads, LicenseWrites } from './ports/stores/licenses.js'
export type { LostPresence, Node, NodeReads, NodeWrites } from './ports/stores/nodes.js'
export type {
  Delivery,
  DueWebhook,
  FailedDelivery,
  FailedPage,
  NewDelivery,
  OutboxClaim,
  OutboxReads,
  OutboxUsage,
  OutboxWrites,
  RemovedDeliveries,
} from './ports/stores/outbox.js'
export type { PropertyFilter } from './ports/stores/property-filters.js'
export type {
  AvailableAgent,
  DepartedAgent,
  FrontOfLine,
  PlaceInLine,
  PlaceOfCustomer,
  RoutingReads,
  RoutingWrites,
  TakeablePage,
  TakeableThread,
  Taker,
  ThreadTimer,
  TimedThread,
  UserBounds,
  WaitingThread,
} from './ports/stores/routing.js'
export type { SecretReads, SecretWrites } from './ports/stores/secrets.js'
export type { SignIn, SignInReads, SignInWrites } from './ports/stores/sign-ins.js'
export type {
  Arriving,
  Token,
  TokenBearer,
  TokenIdentity,
  TokenKind,
  TokenLogin,
  TokenReads,
  TokenWrites,
} from './ports/stores/tokens.js'
export type { UserKind } from './ports/stores/users.js'
export type {
  DeliveryAttempt,
  MemberFilter,
  Webhook,
  WebhookDestination,
  WebhookFilters,
  WebhookReads,
  WebhookRule,
  WebhookVersion,
  WebhookWrites,
} from './ports/stores/webhooks.js'

// What implementations of ports build on

export { LinkedBus, type LinkedBusDependencies } from './bus/linked-bus.js'
export { systemClock } from './clock/system-clock.js'
export { Deadlines } from './dispatch/deadlines.js'
export { isPublicAddress } from './domain/addresses.js'
export { archivedProperties } from './domain/archived-properties.js'
export { connectedForever } from './domain/connected-forever.js'
export { propertyMatcher } from './domain/property-filters.js'
export { type FilterTerms, filterTerms, propertyTerms } from './domain/property-terms.js'
export { hasOtherWords } from './domain/property-words.js'
export type { BusMessage } from './facts/fact-batch.js'
export { StorageError, type StorageErrorCode } from './storage-error.js'
export { type HostAddress, HostAddresses } from './webhooks/host-addresses.js'
