import type { Generated } from 'kysely'
import type {
  ChatPropertyTermsTable,
  OutdatedPlacesTable,
  SearchPlacesTable,
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

// What Kysely knows of the schema. Columns named in comments as JSON hold text: both databases must give back
// what was stored, key order and all, which PostgreSQL's jsonb would not.

interface LicensesTable {
  id: Generated<number>
  name: string
  plan: string
  is_in_trial: boolean
  created_at: number
  expires_at: number | null
  /** Grows with every change of what the license has configured. */
  configuration_revision: Generated<number>
}

interface PropertyDefinitionsTable {
  license_id: number
  namespace: string
  name: string
  /** JSON */
  definition: string
}

interface AutoChatScopesTable {
  license_id: number
  id: string
  /** JSON: all but the id. */
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
  /** JSON */
  groups: string
  max_chats_count: number
  password_hash: string | null
  owner_client_id: string | null
  routing_status: string
  online_until: number
  created_at: number
  /** The profile of a removed agent stays for the chats it was in. */
  removed_at: number | null
  /** By the router. */
  last_assigned_at: Generated<number | null>
}

/** What agents with an owner have beside. */
interface BotsTable {
  agent_id: string
  token_hash: string | null
  /** JSON: the rules; `null`: it has no webhooks. */
  webhooks: string | null
  version: string | null
  url: string | null
  secret_key: string | null
  /** How the secret key begins, up to its second `.`. */
  seal: string | null
  disabled_at: number | null
  /** What is left of a removed one tells where its last deliveries go. */
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
  /** JSON */
  fields: string
  /** JSON */
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
  /** JSON */
  redirect_uris: string
  /** JSON */
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
  /** JSON */
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
  /** JSON */
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
  /** JSON */
  response: string
  created_at: number
}

interface NodesTable {
  id: string
  lease_until: number
}

/** Which agents have connections to which nodes. */
interface PresencesTable {
  agent_id: string
  node_id: string
}

/**
 * One row holds all that a chat head is made of, so that locking or updating the row answers the head as it is
 * and not as another row was when the statement began.
 */
interface ChatsTable {
  id: string
  license_id: number
  revision: number
  /** JSON: the present members, in order. */
  members: string
  /** JSON */
  scopes: string
  is_scoped: boolean
  /** JSON */
  properties: string
  created_at: number
  last_activity_at: number
  /** The same of the events that are for all. */
  last_shared_activity_at: number
  thread_id: string
  thread_order: number
  thread_is_active: boolean
  /** Of the last thread: when it began by the steady clock; 0 where it was closed before schema version 15. */
  thread_began_at: number
  /** Of the last thread, while it is active and waits for an agent: when it began. */
  waiting_since: number | null
  /** JSON: what the row of the last thread has, so that the head does not need that row. */
  thread_properties: string
  /** Of the last thread: the order of its newest event, 0 while it has none. */
  event_order: number
  /** Of the last thread: what its events count for. */
  event_bytes: number
  /** Of the last thread: what its idle and closing time count from. */
  timeouts_from: number
  /** The last one that was taken, and when. */
  sequence: number
  sequence_at: number
  /** JSON: `<type> <recipients>` → the place of the newest such event, so that a summary never searches for it. */
  last_events: string
}

/** `group:<id>` and `agent:<id>` for each entry of a chat's scopes. */
interface ChatScopesTable {
  chat_id: string
  subject: string
}

/**
 * Where routing finds chats, so that their own row needs no index that each event would write to. What the head says
 * decides which rows there are, see `routing-rows.ts`.
 */
interface WaitingThreadsTable {
  license_id: number
  /** Who takes it: see `waitingSubjects`. */
  subject: string
  waiting_since: number
  chat_id: string
}

/** Chats whose last thread is active and does not wait, by the agents in them. */
interface ServedChatsTable {
  agent_id: string
  chat_id: string
}

/** Of the last thread of each such chat. */
interface ThreadTimersTable {
  chat_id: string
  timer_at: number
  /** The `timeouts_from` of which `routing.idle` was told. */
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
  /** That of the chat. */
  license_id: number
  thread_order: number
  id: string
  created_at: number
  /** JSON */
  properties: string
  /** What its events count for, once it is not the last thread any more; until then the chat's row says it. */
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
  /** JSON */
  properties: string
  /** JSON */
  content: string
  /** Of the command that has appended it; `null`: a transaction has, or a release without catching up. */
  sequence: number | null
}

/** What transactions have told of chats. */
interface ChatFactsTable {
  chat_id: string
  sequence: number
  at: number
  /** JSON */
  facts: string
}

interface FilesTable {
  key: string
  license_id: number
  kind: string
  created_at: number
  /** When it is removed; `null` for one that is kept. */
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
  search_places: SearchPlacesTable
  search_progress: SearchProgressTable
  outdated_places: OutdatedPlacesTable
}
