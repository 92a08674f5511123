import type { Append } from '../changes/append.js'
import type { Outcome } from '../changes/outcome.js'
import type { ChatChange } from '../chats/chat-change.js'
import type { ThreadAuthors } from '../chats/thread-authors.js'
import type { ActionContract, RequestOf } from '../contract/define.js'
import type { Api, ApiVersion } from '../contract/versions.js'
import type { AutoChatScopesRule } from '../domain/auto-chat-scopes.js'
import type { EventRules } from '../domain/events.js'
import type { AgentPrincipal, CustomerPrincipal } from '../domain/principal.js'
import type { ActionRate } from '../domain/rate-limit.js'
import type { Steps } from '../domain/steps.js'
import type { ClientOrigin } from '../domain/visits.js'
import type { Geolocator } from '../geolocation/geolocator.js'
import type { SecretKeys } from '../identity/secret-keys.js'
import type { ChatHead } from '../model/chat.js'
import type { Cancellation, StorageReads } from '../ports/storage.js'
import type { Presence } from '../presence/presence.js'
import type { SearchIndexer } from '../search/search-indexer.js'
import type { Settings } from '../settings.js'
import type { AgentViewer, CustomerViewer } from '../views/viewer.js'

interface PrincipalOf {
  readonly customer: CustomerPrincipal
  readonly agent: AgentPrincipal
  readonly configuration: AgentPrincipal
}

interface ViewerOf {
  readonly customer: CustomerViewer
  readonly agent: AgentViewer
  /** `undefined` because the Configuration API shows every caller the same. */
  readonly configuration: undefined
}

/** The presence operations that actions may use. */
export type ActionPresence = Pick<
  Presence,
  'connect' | 'reportLogOut' | 'removeFromChats' | 'listServedChats' | 'leaveServed'
>

/** The operations on secret keys of webhooks and bots that actions may use. */
export type ActionSecretKeys = Pick<SecretKeys, 'seal' | 'open'>

/**
 * Everything that an action may use. An action knows no transport, and reaches the storage and clients only through its
 * context.
 */
export interface ActionContext<A extends Api = Api> {
  readonly api: A
  readonly version: ApiVersion<A>
  readonly contract: ActionContract
  readonly principal: PrincipalOf[A]
  readonly viewer: ViewerOf[A]
  /** Time of the request, in milliseconds since the epoch. */
  readonly now: number
  /** Current time of the steady clock, which the times of threads are based on (decisions §16.21). */
  readonly steadyNow: number
  readonly client: ClientOrigin
  readonly settings: Settings
  readonly eventRules: EventRules
  /** Automatic chat scopes of the license, which are matched when a chat is created. */
  readonly autoChatScopes: readonly AutoChatScopesRule[]
  readonly secretKeys: ActionSecretKeys
  /** Cache of the authors that threads are known to name. */
  readonly threadAuthors: ThreadAuthors
  /** Tracks which users are connected and logged in. */
  readonly presence: ActionPresence
  /** Finds the location of customers. */
  readonly geolocator: Pick<Geolocator, 'locate'>
  newId(): string
  /** Returns a new bot id: 32 random hexadecimal digits. */
  newBotId(): string
  readonly read: StorageReads
  /** Index of the words of events. */
  readonly search: Pick<SearchIndexer, 'caughtUp'>
  /**
   * Returns the payload as the type of its contract. Throws `validation`, with the reason and the path, when the
   * payload does not match.
   */
  validate<C extends ActionContract>(contract: C, payload: unknown): RequestOf<C>
  /**
   * Runs one transaction. Its facts are published after the commit, in the order of all changes to its subjects: the
   * ids of the chats and users that it locks. `work` may run more than once. The response of the outcome becomes the
   * response of the action. A repeated request with the same idempotency key gets that response again, so an action
   * commits at most once.
   */
  commit<Response>(
    subjectIds: readonly string[],
    work: (change: ChatChange) => Promise<Outcome<Response>>,
  ): Promise<Response>
  /**
   * Appends events without a transaction: the send path, see {@link Append}. Resolves with `undefined` when the change
   * needs a transaction, or when the thread is full.
   */
  append<Response>(chatId: string, append: Omit<Append<Response>, 'at'>): Promise<Response | undefined>
  /**
   * Runs work that reads much for a short response. Such work of one caller runs one at a time on this node, so other
   * callers wait for at most one of them. The cancellation is aborted when the response is no longer needed.
   */
  runInTurn<Result>(work: (cancellation: Cancellation) => Promise<Result>): Promise<Result>
  /** Runs long computations in steps, and lets other requests run in between. */
  runInSteps<Result>(steps: Steps<Result>): Promise<Result>
  /**
   * Waits until a response of `bytes` fits into the response budget. Call it before reading what the response consists
   * of, and at most once per request.
   */
  reserveResponse(bytes: number): Promise<void>
  /**
   * Publishes facts that are not stored. `decide` gets the chat as it is stored now. A repeated request with the same
   * idempotency key gets the response and publishes nothing.
   */
  announce<Response>(
    chatId: string,
    decide: (head: ChatHead | undefined) => Outcome<Response>,
  ): Promise<Response>
  /** Publishes facts that are not stored and not about a chat. */
  announceWithoutChat<Response>(outcome: Outcome<Response>): Promise<Response>
  /**
   * Counts one use of an action that has its own rate limit. Throws `too_many_requests` when the caller exceeds it.
   * Calls in process have no rate limit (decisions §16.17).
   */
  takeRate(rate: ActionRate): void
}
