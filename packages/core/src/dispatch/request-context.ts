import type { ActionContract, RequestOf } from '../contract/define.js'
import type { Api, ApiVersion } from '../contract/versions.js'
import type { EventRules } from '../domain/events.js'
import type { Push } from '../domain/push.js'
import type { ClientOrigin } from '../domain/visits.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { ChatHead } from '../ports/stores/chats.js'
import type { Settings } from '../settings.js'
import type { ChatHeads } from '../writes/chat-heads.js'
import type { Append, ChatWriter, WriteRequest } from '../writes/chat-writer.js'
import type { Outcome } from '../writes/outcome.js'
import type { AnswerRoom } from './answer-room.js'
import type { ActionContext } from './context.js'
import type { IdempotencyRecords, IdempotentRequest } from './idempotency-records.js'
import type { Validator } from './validator.js'

/** What the requests of one engine share. */
export interface ContextDependencies {
  readonly settings: Settings
  readonly eventRules: EventRules
  readonly ids: Ids
  readonly read: StorageReads
  readonly validator: Validator
  readonly writer: ChatWriter
  readonly heads: ChatHeads
  readonly answers: IdempotencyRecords
}

/** What was asked, whoever asked. */
export interface RequestFields {
  readonly contract: ActionContract
  readonly now: number
  readonly client: ClientOrigin
  readonly write: WriteRequest
  readonly answerRoom: AnswerRoom | undefined
  /** Present when the caller gave an idempotency key. */
  readonly idempotent: IdempotentRequest | undefined
}

/** Who asked. */
export type RequestCaller<A extends Api> = Pick<ActionContext<A>, 'api' | 'version' | 'principal' | 'viewer'>

export class RequestContext<A extends Api> implements ActionContext<A> {
  readonly api: A
  readonly version: ApiVersion<A>
  readonly contract: ActionContract
  readonly principal: ActionContext<A>['principal']
  readonly viewer: ActionContext<A>['viewer']
  readonly now: number
  readonly client: ClientOrigin
  readonly #dependencies: ContextDependencies
  readonly #write: WriteRequest
  readonly #answerRoom: AnswerRoom | undefined
  readonly #idempotent: IdempotentRequest | undefined

  constructor(dependencies: ContextDependencies, request: RequestFields, caller: RequestCaller<A>) {
    this.api = caller.api
    this.version = caller.version
    this.contract = request.contract
    this.principal = caller.principal
    this.viewer = caller.viewer
    this.now = request.now
    this.client = request.client
    this.#dependencies = dependencies
    this.#write = request.write
    this.#answerRoom = request.answerRoom
    this.#idempotent = request.idempotent
  }

  get settings(): Settings {
    return this.#dependencies.settings
  }

  get eventRules(): EventRules {
    return this.#dependencies.eventRules
  }

  get read(): StorageReads {
    return this.#dependencies.read
  }

  newId(): string {
    return this.#dependencies.ids.uuid()
  }

  validate<C extends ActionContract>(contract: C, payload: unknown): RequestOf<C> {
    return this.#dependencies.validator.request(contract, this.version, payload)
  }

  head(chatId: string): Promise<ChatHead | undefined> {
    return this.#dependencies.heads.read(chatId)
  }

  transact<Response>(
    subjectId: string | null,
    work: (tx: StorageTransaction) => Promise<Outcome<Response>>,
  ): Promise<Response> {
    const request = this.#idempotent
    if (request === undefined) return this.#dependencies.writer.transact(subjectId, this.#write, work)
    return this.#dependencies.writer.transact(subjectId, this.#write, async (tx) => {
      const outcome = await work(tx)
      await this.#dependencies.answers.keep(tx, request, outcome.response, this.now)
      return outcome
    })
  }

  append<Response>(chatId: string, append: Append<Response>): Promise<Response | undefined> {
    return this.#idempotent === undefined
      ? this.#dependencies.writer.append(chatId, this.#write, append)
      : this.#appendInTransaction(chatId, append)
  }

  async reserveAnswer(bytes: number): Promise<void> {
    await this.#answerRoom?.reserve(bytes, this.#write.cancellation)
  }

  async announce<Response>(pushes: readonly Push[], response: Response): Promise<Response> {
    if (this.#idempotent !== undefined) return this.transact(null, async () => ({ response, pushes }))
    this.#write.emit(pushes)
    return response
  }

  /** The answer has to be kept in the same commit as the events, which only a transaction can do. */
  async #appendInTransaction<Response>(
    chatId: string,
    append: Append<Response>,
  ): Promise<Response | undefined> {
    try {
      return await this.transact(chatId, async (tx) => {
        const decision = append.decide(await tx.chats.lock(chatId))
        if (decision === undefined) throw new NeedsThread()
        const orders = await tx.chats.append(chatId, decision.added)
        if (orders === 'full') throw new NeedsThread()
        return append.outcome(decision.head, orders)
      })
    } catch (cause) {
      if (cause instanceof NeedsThread) return undefined
      throw cause
    }
  }
}

/** Leaves the transaction without a trace; never seen outside. */
class NeedsThread extends Error {}
