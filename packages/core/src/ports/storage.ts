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

/** Reads outside a transaction: each call by itself sees one committed state; two calls may see two states. */
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
 * The stores within one transaction; every read sees the transaction's own writes. Unusable once it ended.
 *
 * What has run out is deleted in bounded pieces by `deleteExpired` and `deleteUntil`: the oldest first, passing over
 * what other transactions are working on instead of waiting for them. Where they delete fewer than their limit,
 * nothing else is left.
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
 * `patient`: nobody waits for it, so that a storage on which each commit costs others time may let it wait for one to share, by
 * 20 ms at most. Others do not wait for it.
 */
export type Urgency = 'urgent' | 'patient'

/**
 * Where everything is kept. A call that fails rejects with a `StorageError`: `unavailable` (the database cannot
 * be reached, is full or too busy; nothing is known to be wrong with the request), `cancelled`, or `closed`.
 * Whatever else rejects is a fault of the implementation.
 */
export interface Storage {
  /** Connects and brings the schema up to date. Called once, before anything else. */
  open(): Promise<void>
  readonly read: StorageReads
  /**
   * Runs `work` atomically: all of its writes are durable when the promise resolves, or none was made when it
   * rejects, with whatever `work` threw. A conflict with another transaction is retried, so `work` may run more
   * than once; it touches only `tx` and does no other I/O. Changes to one chat are serialized by
   * `tx.chats.lock`.
   */
  transaction<T>(
    work: (tx: StorageTransaction) => Promise<T>,
    cancellation?: Cancellation,
    urgency?: Urgency,
  ): Promise<T>
  /**
   * The send path. Calls that arrive together, or while others are under way, share a statement or a commit. Each
   * command is atomic by itself and applied in the given order; the results stand in the order of the commands.
   * Calls about one chat are applied, and answered, in the order in which they were made. What is `stored` is
   * durable. Rejects only when nothing is known of any of its commands, or with `cancelled` when the call was
   * cancelled before any of them was applied, and then none is.
   */
  appendEvents(
    commands: readonly AppendCommand[],
    cancellation?: Cancellation,
  ): Promise<readonly AppendResult[]>
  /**
   * Resolves when a trivial query was answered: with the time, in integer Unix milliseconds, by the clock of a database that
   * nodes on several machines share; else with `null`.
   */
  ping(): Promise<number | null>
  /**
   * Whether a newer release has changed the schema so that this one cannot work with it: asked time and again. Absent where that
   * cannot happen while the storage is open.
   */
  isOutdated?(): Promise<boolean>
  /**
   * A bus between the nodes that share this storage, for a host that has no other: called once at most, and started once the
   * storage is open. `failed` hears of what comes over it and cannot be used. Absent where it has none.
   */
  createBus?<Message>(failed: (cause: unknown) => void): Bus<Message>
  /** Lets running work end, then releases everything. Later calls reject with `closed`. Idempotent. */
  close(): Promise<void>
}
