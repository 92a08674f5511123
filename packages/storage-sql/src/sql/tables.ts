import type { Generated } from 'kysely'
import type {
  ChatPropertyTermsTable,
  OutdatedPositionsTable,
  SearchPositionsTable,
  SearchProgressTable,
  ThreadPropertyTermsTable,
} from './search-tables.js'
import type {
  DeliveriesTable,
  DeliveryAttemptsTable,
  DeliveryPayloadsTable,
  FailedDeliveriesTable,
  WebhooksTable,
} from './webhook-tables.js'

// Kysely types of the schema. Columns marked as JSON hold text, because both databases must return exactly what was
// stored, including the order of keys, and PostgreSQL's jsonb would not.

interface LicensesTable {
  id: Generated<number>
  name: string
  plan: string
  is_in_trial: boolean
  created_at: number
  expires_at: number | null
  /** Revision that grows with every change of the configuration. */
  configuration_revision: Generated<number>
}

interface PropertyDefinitionsTable {
  license_id: number
  namespace: string
  name: string
  /** Definition, as JSON. */
  definition: string
}

interface AutoChatScopesTable {
  license_id: number
  id: string
  /** All fields except the id, as JSON. */
  definition: string
}

interface AgentsTable {
  id: string
  license_id: number
  external_id: string | null
  name: string
  email: string | null
  avatar: string | null
  permission: string
  /** Groups, as JSON. */
  groups: string
  max_chats_count: number
  password_hash: string | null
  owner_client_id: string | null
  routing_status: string
  online_until: number
  created_at: number
  /** When the agent was removed. The profile stays for the chats the agent was in. */
  removed_at: number | null
  /** When the router last assigned a thread to the agent. */
  last_assigned_at: Generated<number | null>
}

/** Additional data of agents that an app owns. */
interface BotsTable {
  agent_id: string
  token_hash: string | null
  /** Rules, as JSON. `null` when the bot has no webhooks. */
  webhooks: string | null
  version: string | null
  url: string | null
  secret_key: string | null
  /** Prefix of the secret key, up to its second `.`. */
  seal: string | null
  disabled_at: number | null
  /** Whether the bot was removed. The row stays, because its last deliveries need the destination. */
  is_removed: Generated<boolean>
}

interface DevicesTable {
  token: string
  agent_id: string
  platform: string
  is_enabled: boolean
  application_name: string | null
  application_version: string | null
  put_at: number
}

interface CustomersTable {
  id: string
  license_id: number
  external_id: string | null
  name: string | null
  email: string | null
  /** Fields, as JSON. */
  fields: string
  /** Visitor, as JSON. */
  visitor: string | null
  thread_count: number
  banned_until: number | null
  created_at: number
}

interface AppsTable {
  client_id: string
  license_id: number
  name: string
  type: string
  visibility: string
  /** Redirect URIs, as JSON. */
  redirect_uris: string
  /** Scopes, as JSON. */
  scopes: string
  secret_hash: string | null
  requires_pkce: boolean
  skips_consent: boolean
  created_at: number
}

interface TokensTable {
  hash: string
  kind: string
  license_id: number
  client_id: string
  entity_id: string
  /** Scopes, as JSON. */
  scopes: string
  created_at: number
  expires_at: number | null
  refresh_hash: string | null
  sealed_refresh: string | null
  code_hash: string | null
}

interface CodesTable {
  hash: string
  license_id: number
  client_id: string
  agent_id: string
  redirect_uri: string
  /** Scopes, as JSON. */
  scopes: string
  names_scopes: Generated<boolean>
  code_challenge: string | null
  created_at: number
  expires_at: number
}

interface SignInsTable {
  hash: string
  agent_id: string
  created_at: number
  expires_at: number
}

interface AttemptsTable {
  id: Generated<number>
  key: string
  attempted_at: number
}

interface AnswersTable {
  key: string
  payload_hash: string
  /** Response, as JSON. */
  response: string
  created_at: number
}

interface NodesTable {
  id: string
  lease_until: number
}

/** Connections of agents to nodes. */
interface PresencesTable {
  agent_id: string
  node_id: string
}

/**
 * A chat. One row holds everything that a chat head consists of, so that locking or updating the row returns a
 * consistent head.
 */
interface ChatsTable {
  id: string
  license_id: number
  revision: number
  /** The members of the chat, without former ones, in the order in which they came, as JSON. */
  members: string
  /** Scopes, as JSON. */
  scopes: string
  is_scoped: boolean
  /** Properties, as JSON. */
  properties: string
  created_at: number
  last_activity_at: number
  /** Time of the newest event that is for everyone. */
  last_shared_activity_at: number
  thread_id: string
  thread_order: number
  thread_is_active: boolean
  /** When the last thread began, by the steady clock. 0 when the thread was closed before schema version 15. */
  thread_began_at: number
  /** When the last thread began, while it is active and waits for an agent. */
  waiting_since: number | null
  /** Copy of the last thread's properties, so that the head does not need that row, as JSON. */
  thread_properties: string
  /** Order of the newest event of the last thread, 0 while it has none. */
  event_order: number
  /** Size of the events of the last thread, in bytes. */
  event_bytes: number
  /** Start of the idle timer of the last thread. */
  timeouts_from: number
  /** Latest sequence, and when it was taken. */
  sequence: number
  sequence_at: number
  /** Position of the newest event for each `<type> <recipients>`, so that a summary never searches for it, as JSON. */
  last_events: string
}

/** Scopes of chats, as `group:<id>` and `agent:<id>`. */
interface ChatScopesTable {
  chat_id: string
  subject: string
}

/**
 * Waiting threads, in a separate table, so that the rows of chats need no index that each event would update. The head
 * of a chat decides which rows exist; see `routing-rows.ts`.
 */
interface WaitingThreadsTable {
  license_id: number
  /** The agent or group that can be assigned to the thread. See `waitingSubjects`. */
  subject: string
  waiting_since: number
  chat_id: string
}

/** Chats whose last thread is active and not waiting, by the agents in them. */
interface ServedChatsTable {
  agent_id: string
  chat_id: string
}

/** Timers of the last threads of these chats. */
interface ThreadTimersTable {
  chat_id: string
  timer_at: number
  /** Value of `timeouts_from` for which the idle thread was announced. */
  idle_told_from: number | null
}

interface ChatUsersTable {
  chat_id: string
  user_id: string
  kind: string
  is_present: boolean
  position: number
  joined_at: number
}

interface ChatLastSeenTable {
  chat_id: string
  user_id: string
  last_seen_at: number
}

interface ThreadsTable {
  chat_id: string
  /** License of the chat. */
  license_id: number
  thread_order: number
  id: string
  created_at: number
  /** Properties, as JSON. */
  properties: string
  /** Size of the events once the thread is no longer the last one, in bytes. Until then the row of the chat has it. */
  event_bytes: number
}

interface ThreadUsersTable {
  chat_id: string
  thread_order: number
  user_id: string
  position: number
}

interface EventsTable {
  chat_id: string
  thread_order: number
  event_order: number
  id: string
  author_id: string | null
  type: string
  recipients: string
  created_at: number
  custom_id: string | null
  /** Properties, as JSON. */
  properties: string
  /** Content, as JSON. */
  content: string
  /**
   * Sequence of the command that appended the event. `null` when a transaction or a release without catch-up appended
   * it.
   */
  sequence: number | null
}

/** Facts of chats that transactions have stored. */
interface ChatFactsTable {
  chat_id: string
  sequence: number
  at: number
  /** Facts, as JSON. */
  facts: string
}

interface FilesTable {
  key: string
  license_id: number
  kind: string
  created_at: number
  /** When the file is removed. `null` for a file that is kept. */
  due_at: number | null
  is_condemned: Generated<boolean>
  name: Generated<string>
  content_type: Generated<string>
  size: Generated<number>
  width: number | null
  height: number | null
  event_id: string | null
}

interface SecretsTable {
  name: string
  value: string
}

/** All tables by name. */
export interface Tables {
  licenses: LicensesTable
  property_definitions: PropertyDefinitionsTable
  auto_chat_scopes: AutoChatScopesTable
  agents: AgentsTable
  bots: BotsTable
  webhooks: WebhooksTable
  delivery_attempts: DeliveryAttemptsTable
  devices: DevicesTable
  customers: CustomersTable
  apps: AppsTable
  tokens: TokensTable
  codes: CodesTable
  sign_ins: SignInsTable
  attempts: AttemptsTable
  answers: AnswersTable
  deliveries: DeliveriesTable
  failed_deliveries: FailedDeliveriesTable
  delivery_payloads: DeliveryPayloadsTable
  nodes: NodesTable
  presences: PresencesTable
  chats: ChatsTable
  chat_scopes: ChatScopesTable
  waiting_threads: WaitingThreadsTable
  served_chats: ServedChatsTable
  thread_timers: ThreadTimersTable
  chat_property_terms: ChatPropertyTermsTable
  thread_property_terms: ThreadPropertyTermsTable
  chat_users: ChatUsersTable
  chat_last_seen: ChatLastSeenTable
  threads: ThreadsTable
  thread_users: ThreadUsersTable
  events: EventsTable
  chat_facts: ChatFactsTable
  files: FilesTable
  secrets: SecretsTable
  search_places: SearchPositionsTable
  search_progress: SearchProgressTable
  outdated_places: OutdatedPositionsTable
}
