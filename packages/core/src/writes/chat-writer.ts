import type { Emit } from '../domain/push.js'
import { ParleyError } from '../errors.js'
import type { Cancellation, Storage, StorageTransaction } from '../ports/storage.js'
import type { AppendCommand, ChatHead, NewEvents } from '../ports/stores/chats.js'
import { CallerPlaces } from './caller-places.js'
import type { ChatHeads } from './chat-heads.js'
import { emitInTurns } from './emit-in-turns.js'
import type { Lanes } from './lanes.js'
import type { Outcome } from './outcome.js'

/** Events for the last thread of a chat, decided on its head. */
export interface Append<Response> {
  /** Throws what forbids it; `undefined` when the chat needs a new thread first. May be asked again. */
  readonly decide: (head: ChatHead | undefined) => AppendDecision | undefined
  readonly outcome: (head: ChatHead, orders: readonly number[]) => Outcome<Response>
}

export interface AppendDecision {
  readonly head: ChatHead
  readonly added: NewEvents
}

/** What one request brings along: whose it is, how it can be stopped, and where its pushes go. */
export interface WriteRequest {
  /** `null`: the host's own, which waits for no other. */
  readonly callerId: string | null
  readonly cancellation: Cancellation
  readonly emit: Emit
  /** Told the response in the same step as the pushes, so that nothing committed later can come between. */
  readonly answer: ((response: unknown) => void) | undefined
}

/** A chat that changes faster than it can be decided on; only a storage at fault gets there. */
const attemptsPerAppend = 20
/** A third of the connections that a storage has by default. */
const transactionsPerCaller = 3

/** The two ways to change what is stored: a transaction, and the send path. */
export class ChatWriter {
  readonly #storage: Storage
  readonly #lanes: Lanes
  readonly #places = new CallerPlaces(transactionsPerCaller)
  readonly #heads: ChatHeads

  constructor(dependencies: { storage: Storage; lanes: Lanes; heads: ChatHeads }) {
    this.#storage = dependencies.storage
    this.#lanes = dependencies.lanes
    this.#heads = dependencies.heads
  }

  /** One transaction, then its pushes. With a subject it has that lane to itself until they are out. */
  transact<Response>(
    subjectId: string | null,
    request: WriteRequest,
    work: (tx: StorageTransaction) => Promise<Outcome<Response>>,
  ): Promise<Response> {
    const commit = async () => {
      const { response, pushes, head } = await this.#stored(request, work)
      if (head !== undefined) this.#heads.put(head)
      if (pushes.length > 1) await emitInTurns(request.emit, pushes)
      else request.emit(pushes)
      request.answer?.(response)
      return response
    }
    return subjectId === null ? commit() : this.#lanes.run(subjectId, 'exclusive', commit)
  }

  /** `undefined` when `decide` wants a new thread first, or the thread has no room. */
  append<Response>(
    chatId: string,
    request: WriteRequest,
    append: Append<Response>,
  ): Promise<Response | undefined> {
    return this.#lanes.run(chatId, 'shared', async () => {
      const known = this.#heads.get(chatId)
      let head = known instanceof Promise ? await known : known
      for (let attempt = 0; attempt < attemptsPerAppend; attempt += 1) {
        const decision = append.decide(head)
        if (decision === undefined) return undefined
        if (request.cancellation.aborted) throw new ParleyError('request_timeout')
        const [result] = await this.#storage.appendEvents([commandOf(decision)], request.cancellation)
        if (result === undefined) throw new TypeError('The storage answered fewer results than commands')
        // It answers calls about one chat in their order, and what follows here runs in the order of the answers:
        // so pushes go out in the order of the commits.
        if (result.status === 'stored') {
          return this.#finish(request, append.outcome(decision.head, result.orders))
        }
        if (result.status === 'full') return undefined
        head = result.head
        this.#learn(chatId, head)
      }
      throw new ParleyError('service_unavailable', { detail: 'the chat is changing too fast' })
    })
  }

  #learn(chatId: string, head: ChatHead | undefined): void {
    if (head === undefined) this.#heads.forget(chatId)
    else this.#heads.put(head)
  }

  #stored<Result>(
    { callerId, cancellation }: WriteRequest,
    work: (tx: StorageTransaction) => Promise<Result>,
  ): Promise<Result> {
    const begin = () => this.#storage.transaction(work, cancellation)
    return callerId === null ? begin() : this.#places.run(callerId, begin)
  }

  #finish<Response>(request: WriteRequest, outcome: Outcome<Response>): Response {
    if (outcome.head !== undefined) this.#heads.put(outcome.head)
    request.emit(outcome.pushes)
    request.answer?.(outcome.response)
    return outcome.response
  }
}

function commandOf({ head, added }: AppendDecision): AppendCommand {
  const { events, bytes, bounds, postponesTimeouts } = added
  const at = events[0]?.createdAt ?? 0
  return {
    chatId: head.id,
    revision: head.revision,
    events,
    bytes,
    bounds,
    postponesTimeouts,
    at,
    deliveries: [],
  }
}
