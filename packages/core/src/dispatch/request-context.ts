import type { Append } from '../changes/append.js'
import type { CallerSlots } from '../changes/caller-slots.js'
import type { Changes } from '../changes/changes.js'
import type { IdempotencyRecords } from '../changes/idempotency-records.js'
import type { Origin } from '../changes/origin.js'
import type { Outcome } from '../changes/outcome.js'
import type { ChatChange } from '../chats/chat-change.js'
import type { ThreadAuthors } from '../chats/thread-authors.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import { Turns } from '../clock/turns.js'
import type { ActionContract, RequestOf } from '../contract/define.js'
import type { Api, ApiVersion } from '../contract/versions.js'
import type { AutoChatScopesRule } from '../domain/auto-chat-scopes.js'
import type { EventRules } from '../domain/events.js'
import type { FileUrls } from '../domain/file-urls.js'
import type { ActionRate } from '../domain/rate-limit.js'
import type { Steps } from '../domain/steps.js'
import type { ClientOrigin } from '../domain/visits.js'
import type { Geolocator } from '../geolocation/geolocator.js'
import type { ChatHead } from '../model/chat.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Cancellation, StorageReads } from '../ports/storage.js'
import type { SearchIndexer } from '../search/search-indexer.js'
import type { Settings } from '../settings.js'
import type { ActionContext, ActionPresence, ActionSecretKeys } from './context.js'
import type { ResponseBudget } from './response-budget.js'
import type { Validator } from './validator.js'

/** Dependencies that all requests of one engine share. */
export interface ContextDependencies {
  readonly settings: Settings
  readonly ids: Ids
  readonly secretKeys: ActionSecretKeys
  readonly read: StorageReads
  readonly fileUrls: FileUrls
  readonly validator: Validator
  readonly changes: Changes
  readonly clock: Pick<Clock, 'monotonic'>
  readonly steady: Pick<SteadyClock, 'now'>
  readonly records: IdempotencyRecords
  readonly threadAuthors: ThreadAuthors
  readonly presence: ActionPresence
  readonly geolocator: Pick<Geolocator, 'locate'>
  readonly search: Pick<SearchIndexer, 'caughtUp'>
  /** Lets one piece of work of a caller run at a time. */
  readonly turns: CallerSlots
}

/** The part of a request that does not depend on the caller. */
export interface RequestFields {
  readonly contract: ActionContract
  readonly now: number
  readonly steadyNow: number
  readonly client: ClientOrigin
  readonly origin: Origin
  readonly responseBudget: ResponseBudget | undefined
  readonly eventRules: EventRules
  readonly takeRate: ((rate: ActionRate) => void) | undefined
}

/** The caller of a request. */
export type RequestCaller<A extends Api> = Pick<ActionContext<A>, 'api' | 'version' | 'principal' | 'viewer'>

/** The context that an action gets for one request. */
export class RequestContext<A extends Api> implements ActionContext<A> {
  readonly api: A
  readonly version: ApiVersion<A>
  readonly contract: ActionContract
  readonly principal: ActionContext<A>['principal']
  readonly viewer: ActionContext<A>['viewer']
  readonly now: number
  readonly steadyNow: number
  readonly client: ClientOrigin
  readonly eventRules: EventRules
  readonly #dependencies: ContextDependencies
  readonly #origin: Origin
  readonly #responseBudget: ResponseBudget | undefined
  readonly #takeRate: RequestFields['takeRate']

  constructor(dependencies: ContextDependencies, request: RequestFields, caller: RequestCaller<A>) {
    this.api = caller.api
    this.version = caller.version
    this.contract = request.contract
    this.principal = caller.principal
    this.viewer = caller.viewer
    this.now = request.now
    this.steadyNow = request.steadyNow
    this.client = request.client
    this.eventRules = request.eventRules
    this.#dependencies = dependencies
    this.#origin = request.origin
    this.#responseBudget = request.responseBudget
    this.#takeRate = request.takeRate
  }

  get settings(): Settings {
    return this.#dependencies.settings
  }

  get autoChatScopes(): readonly AutoChatScopesRule[] {
    return this.#origin.configuration?.autoChatScopes ?? []
  }

  get read(): StorageReads {
    return this.#dependencies.read
  }

  get secretKeys(): ActionSecretKeys {
    return this.#dependencies.secretKeys
  }

  get threadAuthors(): ThreadAuthors {
    return this.#dependencies.threadAuthors
  }

  get presence(): ActionPresence {
    return this.#dependencies.presence
  }

  get geolocator(): Pick<Geolocator, 'locate'> {
    return this.#dependencies.geolocator
  }

  get search(): Pick<SearchIndexer, 'caughtUp'> {
    return this.#dependencies.search
  }

  newId(): string {
    return this.#dependencies.ids.uuid()
  }

  newBotId(): string {
    return Buffer.from(this.#dependencies.ids.randomBytes(16)).toString('hex')
  }

  validate<C extends ActionContract>(contract: C, payload: unknown): RequestOf<C> {
    return this.#dependencies.validator.request(contract, this.version, payload)
  }

  commit<Response>(
    subjectIds: readonly string[],
    work: (change: ChatChange) => Promise<Outcome<Response>>,
  ): Promise<Response> {
    const { now: at, steadyNow: steadyAt } = this
    const newId = () => this.newId()
    return this.#dependencies.changes.commit(this.#origin, at, subjectIds, (tx) =>
      work({ tx, at, steadyAt, newId }),
    )
  }

  append<Response>(chatId: string, append: Omit<Append<Response>, 'at'>): Promise<Response | undefined> {
    const { decide, outcome } = append
    return this.#dependencies.changes.append(this.#origin, chatId, { at: this.now, decide, outcome })
  }

  runInTurn<Result>(work: (cancellation: Cancellation) => Promise<Result>): Promise<Result> {
    const { callerId, cancellation } = this.#origin
    const run = () => work(cancellation)
    return callerId === null ? run() : this.#dependencies.turns.run(callerId, run)
  }

  runInSteps<Result>(steps: Steps<Result>): Promise<Result> {
    return new Turns(this.#dependencies.clock).run(steps)
  }

  async reserveResponse(bytes: number): Promise<void> {
    await this.#responseBudget?.reserve(bytes, this.#origin.cancellation)
  }

  announce<Response>(
    chatId: string,
    decide: (head: ChatHead | undefined) => Outcome<Response>,
  ): Promise<Response> {
    return this.#dependencies.changes.announce(this.#origin, this.now, chatId, decide)
  }

  announceWithoutChat<Response>(outcome: Outcome<Response>): Promise<Response> {
    return this.#dependencies.changes.announceWithoutChat(this.#origin, this.now, outcome)
  }

  takeRate(rate: ActionRate): void {
    this.#takeRate?.(rate)
  }
}
