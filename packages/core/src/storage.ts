/// <reference types="node" preserve="true" />

// The storage port, the values that a storage keeps, and what storages build on.

export { Deadlines } from './dispatch/deadlines.js'
export type { Agent, GroupMembership, Permission, Priority, RoutingStatus } from './model/agent.js'
export type { App } from './model/app.js'
export type { AuthorizationCode } from './model/authorization-code.js'
export type { AutoChatScopes, UrlFilter } from './model/auto-chat-scopes.js'
export type { BotSettings, BotWebhooks } from './model/bot.js'
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
} from './model/chat.js'
export type { ConfiguredRule, LicenseConfiguration } from './model/configuration.js'
export type { Customer, VisitedPage, Visitor } from './model/customer.js'
export type { Delivery, FailedDelivery, NewDelivery } from './model/delivery.js'
export type {
  ChatEvent,
  ChoiceFormField,
  EventContent,
  EventType,
  FileContent,
  FormField,
  NewEvent,
  Recipients,
  RichMessage,
  RichMessageButton,
  RichMessageElement,
  RichMessageEvent,
  TypedFormField,
} from './model/event.js'
export type { FileDetails, FileKind, StoredFile } from './model/file.js'
export type { License } from './model/license.js'
export type {
  NamedProperty,
  Properties,
  PropertyDefinition,
  PropertyLocation,
  PropertyType,
  PropertyValue,
} from './model/property.js'
export type { PropertyFilter } from './model/property-filter.js'
export type { PropertiesWithTerms, TermFilter } from './model/property-terms.js'
export type {
  AssignableThread,
  AvailableAgent,
  CandidateAgent,
  QueuePosition,
  UserBounds,
  WaitingThread,
} from './model/routing.js'
export type { SearchTerm } from './model/search-term.js'
export type { SignIn } from './model/sign-in.js'
export type { MeasuredThread, Thread, ThreadBounds, ThreadSummary, ThreadWithEvents } from './model/thread.js'
export type { Token, TokenBearer, TokenIdentity, TokenKind } from './model/token.js'
export type { UserKind } from './model/user.js'
export type {
  DeliveryAttempt,
  MemberFilter,
  Webhook,
  WebhookDestination,
  WebhookFilters,
  WebhookRule,
  WebhookVersion,
} from './model/webhook.js'
export type { Cancellation, Storage, StorageReads, StorageTransaction, Urgency } from './ports/storage.js'
export type { AgentChanges, AgentReads, AgentWrites, PutDevice } from './ports/stores/agents.js'
export type { AppReads, AppWrites, RemovedApp } from './ports/stores/apps.js'
export type {
  ArchivedThread,
  ArchiveFilter,
  ArchivePage,
  ArchiveQuery,
  ArchiveReads,
  ArchiveWrites,
  IndexedEvent,
  ThreadPosition,
  UnindexedBatch,
  UnindexedEvent,
} from './ports/stores/archives.js'
export type { BotReads, BotWrites } from './ports/stores/bots.js'
export type { AppendCommand, AppendResult, NewEvents } from './ports/stores/chat-appends.js'
export type { AgentChatsQuery, ChatPosition, ChatsPiece, ListedChats } from './ports/stores/chat-lists.js'
export type { ChatReads } from './ports/stores/chat-reads.js'
export type {
  ChatWrites,
  LastSeen,
  MemberRemoval,
  NewChat,
  NewThread,
  ThreadAuthor,
} from './ports/stores/chat-writes.js'
export type { CodeReads, CodeWrites } from './ports/stores/codes.js'
export type {
  ConfigurationReads,
  ConfigurationUsage,
  ConfigurationWrites,
} from './ports/stores/configuration.js'
export type { CustomerReads, CustomerWrites } from './ports/stores/customers.js'
export type {
  AppendedEvent,
  FactReads,
  FactWrites,
  LatestSequence,
  LatestSequencesQuery,
  SequencedChat,
  SequenceRange,
  StoredFacts,
} from './ports/stores/facts.js'
export type { FileReads, FileWrites, NewFile } from './ports/stores/files.js'
export type {
  IdempotencyRecord,
  IdempotencyRecordReads,
  IdempotencyRecordWrites,
} from './ports/stores/idempotency-records.js'
export type { LicenseChanges, LicenseReads, LicenseWrites } from './ports/stores/licenses.js'
export type { LostPresence, Node, NodeReads, NodeWrites } from './ports/stores/nodes.js'
export type {
  DueWebhook,
  FailedPage,
  OutboxClaim,
  OutboxReads,
  OutboxUsage,
  OutboxWrites,
  RemovedDeliveries,
} from './ports/stores/outbox.js'
export type { RateCounterReads, RateCounterWrites, RateWindow } from './ports/stores/rate-counters.js'
export type {
  AssignablePage,
  CustomerQueuePosition,
  DepartedAgent,
  QueueFront,
  RoutingReads,
  RoutingWrites,
  ThreadTimer,
  TimedThread,
} from './ports/stores/routing.js'
export type { SecretReads, SecretWrites } from './ports/stores/secrets.js'
export type { SignInReads, SignInWrites } from './ports/stores/sign-ins.js'
export type { LoginUser, TokenLogin, TokenReads, TokenWrites } from './ports/stores/tokens.js'
export type { WebhookReads, WebhookWrites } from './ports/stores/webhooks.js'
export { StorageError, type StorageErrorCode } from './storage-error.js'
