import type { Bus } from './bus.js'
import type { Cancellation } from './cancellation.js'
import type { AgentReads, AgentWrites } from './stores/agents.js'
import type { AppReads, AppWrites } from './stores/apps.js'
import type { ArchiveReads, ArchiveWrites } from './stores/archives.js'
import type { BotReads, BotWrites } from './stores/bots.js'
import type { AppendCommand, AppendResult } from './stores/chat-appends.js'
import type { ChatReads } from './stores/chat-reads.js'
import type { ChatWrites } from './stores/chat-writes.js'
import type { CodeReads, CodeWrites } from './stores/codes.js'
import type { ConfigurationReads, ConfigurationWrites } from './stores/configuration.js'
import type { CustomerReads, CustomerWrites } from './stores/customers.js'
import type { FactReads, FactWrites } from './stores/facts.js'
import type { FileReads, FileWrites } from './stores/files.js'
import type { IdempotencyRecordReads, IdempotencyRecordWrites } from './stores/idempotency-records.js'
import type { LicenseReads, LicenseWrites } from './stores/licenses.js'
import type { NodeReads, NodeWrites } from './stores/nodes.js'
import type { OutboxReads, OutboxWrites } from './stores/outbox.js'
import type { RateCounterReads, RateCounterWrites } from './stores/rate-counters.js'
import type { RoutingReads, RoutingWrites } from './stores/routing.js'
import type { SecretReads, SecretWrites } from './stores/secrets.js'
import type { SignInReads, SignInWrites } from './stores/sign-ins.js'
import type { TokenReads, TokenWrites } from './stores/tokens.js'
import type { WebhookReads, WebhookWrites } from './stores/webhooks.js'

/** Reads outside a transaction. Each call sees one committed state; two calls may see two states. */
export interface StorageReads {
  readonly licenses: LicenseReads
  readonly agents: AgentReads
  readonly bots: BotReads
  readonly customers: CustomerReads
  readonly apps: AppReads
  readonly tokens: TokenReads
  readonly chats: ChatReads
  readonly archives: ArchiveReads
  readonly idempotencyRecords: IdempotencyRecordReads
  readonly codes: CodeReads
  readonly signIns: SignInReads
  readonly rateCounters: RateCounterReads
  readonly configuration: ConfigurationReads
  readonly outbox: OutboxReads
  readonly nodes: NodeReads
  readonly facts: FactReads
  readonly files: FileReads
  readonly routing: RoutingReads
  readonly secrets: SecretReads
  readonly webhooks: WebhookReads
}

/**
 * The stores within one transaction. Every read sees the writes of the transaction. They cannot be used once it has
 * ended.
 *
 * `deleteExpired` and `deleteUntil` delete expired rows in bounded parts, the oldest first. They skip rows that other
 * transactions are working on instead of waiting for them. When they delete fewer rows than their limit, none is left.
 */
export interface StorageTransaction {
  readonly licenses: LicenseWrites
  readonly agents: AgentWrites
  readonly bots: BotWrites
  readonly customers: CustomerWrites
  readonly apps: AppWrites
  readonly tokens: TokenWrites
  readonly chats: ChatWrites
  readonly archives: ArchiveWrites
  readonly idempotencyRecords: IdempotencyRecordWrites
  readonly codes: CodeWrites
  readonly signIns: SignInWrites
  readonly rateCounters: RateCounterWrites
  readonly configuration: ConfigurationWrites
  readonly outbox: OutboxWrites
  readonly nodes: NodeWrites
  readonly facts: FactWrites
  readonly files: FileWrites
  readonly routing: RoutingWrites
  readonly secrets: SecretWrites
  readonly webhooks: WebhookWrites
}

export type { Cancellation }

/**
 * How urgent a transaction is. No request waits for a `deferrable` one, so a storage on which every commit delays others
 * may hold it for up to 20 ms, to share a commit with another one.
 */
export type Urgency = 'urgent' | 'deferrable'

/**
 * Keeps all data. A call that fails rejects with a `StorageError`: `unavailable` when the database cannot be reached,
 * is full or too busy, and nothing is known to be wrong with the request; `cancelled`; or `closed`. Any other rejection
 * is a fault of the implementation.
 */
export interface Storage {
  /** Connects, and brings the schema up to date. Called once, before anything else. */
  open(): Promise<void>
  readonly read: StorageReads
  /**
   * Runs `work` atomically. When the promise resolves, all of its writes are durable; when it rejects, with whatever
   * `work` threw, none was made. A conflict with another transaction is retried, so `work` may run more than once. It
   * uses only `tx` and does no other I/O. `tx.chats.lock` serializes changes to one chat.
   */
  transaction<T>(
    work: (tx: StorageTransaction) => Promise<T>,
    cancellation?: Cancellation,
    urgency?: Urgency,
  ): Promise<T>
  /**
   * Stores events on the send path. Calls that arrive together, or while others are under way, share a statement or a
   * commit. Each command is atomic on its own and is applied in the given order; the results have the order of the
   * commands. Calls about one chat are applied, and resolve, in the order in which they were made. A result of `stored`
   * is durable. Rejects only when the outcome of every command is unknown, or with `cancelled` when the call was
   * cancelled before any command was applied; then none is.
   */
  appendEvents(
    commands: readonly AppendCommand[],
    cancellation?: Cancellation,
  ): Promise<readonly AppendResult[]>
  /**
   * Resolves when the database has answered a trivial query. Returns the time in integer Unix milliseconds, by the
   * clock of a database that nodes on several machines share; otherwise `null`.
   */
  ping(): Promise<number | null>
  /**
   * Returns whether a newer release has changed the schema so that this release cannot work with it. It is called
   * repeatedly. Absent when that cannot happen while the storage is open.
   */
  isOutdated?(): Promise<boolean>
  /**
   * Returns a bus between the nodes that share this storage, for a host that passes none. It is called at most once,
   * and the bus is started once the storage is open. `onError` receives the cause when a message cannot be used. Absent
   * when the storage has no bus.
   */
  createBus?<Message>(onError: (cause: unknown) => void): Bus<Message>
  /**
   * Waits for running work, then releases everything. Later calls reject with `closed`. Calling it again does nothing.
   */
  close(): Promise<void>
}
