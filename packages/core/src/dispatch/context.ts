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
  /** It shows nothing that differs from caller to caller. */
  readonly configuration: undefined
}

/** What actions do to who is logged in. */
export type ActionPresence = Pick<Presence, 'connect' | 'loggedOut' | 'removed' | 'servedBy' | 'leaveServed'>

/** What actions do to secret keys of webhooks and bots. */
export type ActionSecretKeys = Pick<SecretKeys, 'seal' | 'open'>

/** All that an action may use: it knows no transport, and reaches storage and clients only through this. */
export interface ActionContext<A extends Api = Api> {
  readonly api: A
  readonly version: ApiVersion<A>
  readonly contract: ActionContract
  readonly principal: PrincipalOf[A]
  readonly viewer: ViewerOf[A]
  /** The instant of the request. */
  readonly now: number
  /** The present instant by the steady clock, which the times of threads go by (decisions §16.21). */
  readonly steadyNow: number
  readonly client: ClientOrigin
  readonly settings: Settings
  readonly eventRules: EventRules
  /** What new chats of the license are held against. */
  readonly autoChatScopes: readonly AutoChatScopesRule[]
  readonly secretKeys: ActionSecretKeys
  /** Whom threads are known to name. */
  readonly threadAuthors: ThreadAuthors
  /** Who is logged in. */
  readonly presence: ActionPresence
  /** Where customers are. */
  readonly geolocator: Pick<Geolocator, 'locate'>
  newId(): string
  /** 32 hexadecimal digits that nobody guesses. */
  newBotId(): string
  readonly read: StorageReads
  /** The index of the words of events. */
  readonly search: Pick<SearchIndexer, 'caughtUp'>
  /** The payload as its contract types it; `validation` with what is wrong and where. */
  validate<C extends ActionContract>(contract: C, payload: unknown): RequestOf<C>
  /**
   * One transaction; its facts are told once it is committed, in the order of all changes to its subjects: ids of the
   * chats and users that it locks. `work` may run more than once. The outcome's response is the action's response: it is
   * what a repeated request with an idempotency key gets, so an action commits at most once.
   */
  commit<Response>(
    subjectIds: readonly string[],
    work: (change: ChatChange) => Promise<Outcome<Response>>,
  ): Promise<Response>
  /** The send path: see {@link Append}. `undefined` when it takes a transaction, or the thread is full. */
  append<Response>(chatId: string, append: Omit<Append<Response>, 'at'>): Promise<Response | undefined>
  /**
   * What looks at much for a short answer: one after the other of a caller on this node, so that everybody else waits for
   * one of them at most. The cancellation tells it to stop once nobody waits for the answer.
   */
  inTurn<Result>(work: (cancellation: Cancellation) => Promise<Result>): Promise<Result>
  /** Runs pure work that may be long, and lets others have their turns meanwhile. */
  inSteps<Result>(steps: Steps<Result>): Promise<Result>
  /**
   * Before what a long answer is made of is read: waits until so many bytes may be answered. At most once a request.
   */
  reserveAnswer(bytes: number): Promise<void>
  /**
   * Tells what is not stored, decided on the chat as it is stored now. A repeated request with an idempotency key gets the
   * response alone.
   */
  announce<Response>(
    chatId: string,
    decide: (head: ChatHead | undefined) => Outcome<Response>,
  ): Promise<Response>
  /** The same of what is about no chat. */
  announceAtLarge<Response>(outcome: Outcome<Response>): Promise<Response>
  /**
   * Counts one more of what has a rate of its own; `too_many_requests` where it is one too many of the caller. In process
   * there is no rate (decisions §16.17).
   */
  takeRate(rate: ActionRate): void
}
