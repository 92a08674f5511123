import type { Device } from '@parley/core/ports'
import type {
  Agent,
  App,
  AuthorizationCode,
  ChatEvent,
  Customer,
  DeliveryAttempt,
  IdempotencyRecord,
  IndexedEvent,
  License,
  LicenseConfiguration,
  Node,
  SignIn,
  StoredFacts,
  Token,
  Webhook,
} from '@parley/core/storage'
import { ExpiringTable } from './expiring-table.js'
import type { Journal } from './journal.js'
import type {
  Attempt,
  BotRow,
  ChatRow,
  Connection,
  DeliveryPayload,
  FileRow,
  PendingDelivery,
  SearchPosition,
  StoredFailure,
  ThreadRow,
} from './rows.js'
import { Table } from './table.js'

export type Tables = ReturnType<typeof createTables>

/** Runs one statement. Rejects when it throws, or when the storage is closed or the transaction has ended. */
export type Run = <Result>(statement: (tables: Tables) => Result) => Promise<Result>

export function createTables(journal: Journal) {
  let lastPosition = 0
  return {
    licenses: new Table<License>(journal),
    /** Configuration of licenses, without the webhooks, which are in their own tables. */
    configurations: new Table<Omit<LicenseConfiguration, 'webhooks'>>(journal),
    agents: new Table<Agent>(journal),
    /** Time of the last assignment, by agent id. */
    assignments: new Table<{ readonly at: number }>(journal),
    /** Agents who were removed, kept for the chats they were in. */
    formerAgents: new Table<Agent>(journal),
    /** Settings of bots, by agent id. */
    bots: new Table<BotRow>(journal),
    passwords: new Table<{ readonly hash: string }>(journal),
    devices: new Table<Device>(journal),
    customers: new Table<Customer>(journal),
    apps: new Table<App>(journal),
    tokens: new ExpiringTable<Token>(journal, ({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY),
    codes: new ExpiringTable<AuthorizationCode>(journal, ({ expiresAt }) => expiresAt),
    signIns: new ExpiringTable<SignIn>(journal, ({ expiresAt }) => expiresAt),
    rateCounters: new ExpiringTable<Attempt>(journal, ({ at }) => at),
    idempotencyRecords: new ExpiringTable<IdempotencyRecord>(journal, ({ createdAt }) => createdAt),
    chats: new Table<ChatRow>(journal),
    threads: new Table<ThreadRow>(journal),
    /** Terms of properties by chat id, apart from the chats because these change with every event. */
    chatTerms: new Table<ReadonlySet<string>>(journal),
    /** Terms of properties by the key of the thread. */
    threadTerms: new Table<ReadonlySet<string>>(journal),
    events: new Table<ChatEvent>(journal),
    /** Sequences of events of the send path, by the key of the event. */
    appended: new Table<{ readonly sequence: number }>(journal),
    facts: new ExpiringTable<StoredFacts>(journal, ({ at }) => at),
    searchDocuments: new Table<IndexedEvent>(journal),
    searchPositions: new Table<SearchPosition>(journal),
    progress: new Table<{ readonly indexedUntil: number }>(journal),
    deliveries: new ExpiringTable<PendingDelivery>(journal, ({ dueAt }) => dueAt),
    failedDeliveries: new ExpiringTable<StoredFailure>(journal, ({ failedAt }) => failedAt),
    /** Payloads that deliveries refer to. */
    deliveryPayloads: new Table<DeliveryPayload>(journal),
    webhooks: new Table<Webhook>(journal),
    deliveryAttempts: new Table<DeliveryAttempt>(journal),
    nodes: new Table<Node>(journal),
    connections: new Table<Connection>(journal),
    files: new Table<FileRow>(journal),
    secrets: new Table<{ readonly value: string }>(journal),
    /** Returns a number greater than all before. */
    nextPosition: () => {
      lastPosition += 1
      return lastPosition
    },
  }
}
