import type { ActionContract, RequestOf } from '../contract/define.js'
import type { Api, ApiVersion } from '../contract/versions.js'
import type { EventRules } from '../domain/events.js'
import type { AgentPrincipal, CustomerPrincipal } from '../domain/principal.js'
import type { Push } from '../domain/push.js'
import type { ClientOrigin } from '../domain/visits.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { ChatHead } from '../ports/stores/chats.js'
import type { Settings } from '../settings.js'
import type { AgentViewer, CustomerViewer } from '../views/viewer.js'
import type { Append } from '../writes/chat-writer.js'
import type { Outcome } from '../writes/outcome.js'

interface PrincipalOf {
  readonly customer: CustomerPrincipal
  readonly agent: AgentPrincipal
  readonly configuration: AgentPrincipal
}

interface ViewerOf {
  readonly customer: CustomerViewer
  readonly agent: AgentViewer
  readonly configuration: AgentViewer
}

/** All that an action may use: it knows no transport, and reaches storage and clients only through this. */
export interface ActionContext<A extends Api = Api> {
  readonly api: A
  readonly version: ApiVersion<A>
  readonly contract: ActionContract
  readonly principal: PrincipalOf[A]
  readonly viewer: ViewerOf[A]
  /** The instant of the request. */
  readonly now: number
  readonly client: ClientOrigin
  readonly settings: Settings
  readonly eventRules: EventRules
  newId(): string
  readonly read: StorageReads
  /** The payload as its contract types it; `validation` with what is wrong and where. */
  validate<C extends ActionContract>(contract: C, payload: unknown): RequestOf<C>
  /** As it is stored now: for pushes about what is not stored, which no revision protects. */
  head(chatId: string): Promise<ChatHead | undefined>
  /**
   * One transaction; its pushes go out once it is committed. With a subject, the id of a chat or a user, in the order of
   * all changes to it. `work` may run more than once. The outcome's response is the action's response: it is what a
   * repeated request with an idempotency key gets, so an action has at most one transaction.
   */
  transact<Response>(
    subjectId: string | null,
    work: (tx: StorageTransaction) => Promise<Outcome<Response>>,
  ): Promise<Response>
  /** The send path: see {@link Append}. `undefined` when the chat needs a new thread first, or its thread is full. */
  append<Response>(chatId: string, append: Append<Response>): Promise<Response | undefined>
  /**
   * Before what a long answer is made of is read: waits until so many bytes may be answered. At most once a request.
   */
  reserveAnswer(bytes: number): Promise<void>
  /** Pushes for what is not stored, then the response. A repeated request with an idempotency key gets it alone. */
  announce<Response>(pushes: readonly Push[], response: Response): Promise<Response>
}
