import type { Configuration } from '../configuration/configuration.js'
import { isPromise } from '../domain/promises.js'
import { ParleyError } from '../errors.js'
import type { Fact } from '../facts/fact.js'
import type { ChatPlace, FactBatch } from '../facts/fact-batch.js'
import type { Facts } from '../facts/facts.js'
import { customersIn, encodeKept, type KeptPlace } from '../facts/kept-facts.js'
import type { ChatHead } from '../model/chat.js'
import type { NewDelivery } from '../model/delivery.js'
import type { Storage, StorageTransaction } from '../ports/storage.js'
import { type Append, type AppendDecision, commandOf } from './append.js'
import { batchesOf, chatsToldOf } from './batches.js'
import { CallerPlaces } from './caller-places.js'
import type { ChatHeads } from './chat-heads.js'
import type { IdempotencyRecords } from './idempotency-records.js'
import type { Lanes } from './lanes.js'
import type { Origin } from './origin.js'
import { nothingSent, type Outbox, type Sent } from './outbox.js'
import type { Outcome } from './outcome.js'

export interface ChangesDependencies {
  readonly storage: Storage
  readonly lanes: Lanes
  readonly heads: ChatHeads
  readonly records: IdempotencyRecords
  readonly facts: Pick<Facts, 'tell' | 'answer'>
  readonly outbox: Outbox
  /** So many changes of a chat are kept for who was not connected (decisions §16.9); 0: none. */
  readonly keptCount: number
  /** Whether other nodes may have to read what was told (decisions §16.10). */
  readonly hasOtherNodes: boolean
  /** A commit has stored what webhooks are sent. */
  readonly noteDeliveries: (deliveries: readonly NewDelivery[]) => void
}

/** A transaction, as what it came to. */
interface Committed<Response> extends Outcome<Response> {
  readonly places: readonly ChatPlace[]
  readonly sent: Sent
}

/** A chat that changes faster than it can be decided on; only a storage at fault gets there. */
const attemptsPerAppend = 20
/** A third of the connections that a storage has by default. */
const transactionsPerCaller = 3

/**
 * The one way to change what is stored, and to tell it: nobody else publishes, pushes, forgets what is cached or ends
 * sessions. A change is told once it is committed, by all that it says happened.
 */
export class Changes {
  readonly #dependencies: ChangesDependencies
  readonly #places = new CallerPlaces(transactionsPerCaller)

  constructor(dependencies: ChangesDependencies) {
    this.#dependencies = dependencies
  }

  /** Whether some are, of chats or users. */
  get areUnderWay(): boolean {
    return this.#dependencies.lanes.areTaken
  }

  /**
   * One transaction at `at`, then its facts. It has the lanes of its subjects to itself until they are told: ids of the
   * chats and users that it locks. `work` may run more than once.
   */
  commit<Response>(
    origin: Origin,
    at: number,
    subjectIds: readonly string[],
    work: (tx: StorageTransaction) => Promise<Outcome<Response>>,
  ): Promise<Response> {
    const { lanes, heads, storage } = this.#dependencies
    return lanes.runAll(subjectIds, async () => {
      const { head, response, facts, unchanged, places, sent } = await this.#inPlace(origin, () =>
        storage.transaction(
          (tx) => this.#complete(tx, origin, at, work),
          origin.cancellation,
          origin.urgency,
        ),
      )
      if (head !== undefined) heads.put(head)
      this.#noteSent(origin, sent)
      return this.#tell(origin, response, batchesOf(facts, places), unchanged)
    })
  }

  /** The send path. `undefined` when `decide` wants a transaction, or the thread has no room. */
  append<Response>(origin: Origin, chatId: string, append: Append<Response>): Promise<Response | undefined> {
    const { idempotent, configuration } = origin
    return idempotent === undefined && configuration !== undefined
      ? this.#dependencies.lanes.run(chatId, 'shared', () =>
          this.#append(origin, configuration, chatId, append),
        )
      : this.#appendInTransaction(origin, chatId, append)
  }

  /** Tells what is not stored, decided on the chat as it is stored now: nothing of this node comes between. */
  announce<Response>(
    origin: Origin,
    at: number,
    chatId: string,
    decide: (head: ChatHead | undefined) => Outcome<Response>,
  ): Promise<Response> {
    const { lanes, heads } = this.#dependencies
    if (origin.idempotent !== undefined) {
      return this.commit(origin, at, [chatId], async (tx) => decide(await tx.chats.head(chatId)))
    }
    return lanes.run(chatId, 'shared', async () => {
      const { response, facts } = decide(await heads.read(chatId))
      return this.#tell(origin, response, batchesOf(facts, []))
    })
  }

  /** The same of what is about no chat. */
  async announceAtLarge<Response>(origin: Origin, at: number, outcome: Outcome<Response>): Promise<Response> {
    if (origin.idempotent !== undefined) return this.commit(origin, at, [], async () => outcome)
    const { response, facts } = outcome
    return this.#tell(origin, response, batchesOf(facts, []))
  }

  async #append<Response>(
    origin: Origin,
    configuration: Configuration,
    chatId: string,
    append: Append<Response>,
  ): Promise<Response | undefined> {
    const { storage, heads, outbox } = this.#dependencies
    const known = heads.get(chatId)
    let isStored = isPromise(known)
    let head = isPromise(known) ? await known : known
    for (let attempt = 0; attempt < attemptsPerAppend; attempt += 1) {
      const decision = isStored ? append.decide(head) : decideOnCached(append, head)
      if (decision === undefined) return undefined
      if (decision === 'refused') {
        head = await heads.read(chatId)
        isStored = true
        this.#learn(chatId, head)
        continue
      }
      const sent =
        configuration.webhooks.size === 0
          ? nothingSent
          : await outbox.ofAppend(configuration, append, decision)
      if (origin.cancellation.aborted) throw new ParleyError('request_timeout')
      const command = commandOf(decision, append.at, sent.deliveries)
      const [result] = await storage.appendEvents([command], origin.cancellation)
      if (result === undefined) throw new TypeError('The storage answered fewer results than commands')
      if (result.status === 'stored') {
        this.#noteSent(origin, sent)
        const { response, facts } = append.outcome(decision.head, result.orders)
        const { sequence, previousAt } = result.taken
        return this.#tell(origin, response, batchesOf(facts, [{ chatId, sequence, previousAt }]))
      }
      if (result.status === 'full') return undefined
      head = result.head
      isStored = true
      this.#learn(chatId, head)
    }
    throw new ParleyError('service_unavailable', { detail: 'the chat is changing too fast' })
  }

  /**
   * The first response has to be kept in the same commit as the events, or the configuration to be read in it, which
   * only a transaction can do.
   */
  async #appendInTransaction<Response>(
    origin: Origin,
    chatId: string,
    append: Append<Response>,
  ): Promise<Response | undefined> {
    try {
      return await this.commit(origin, append.at, [chatId], async (tx) => {
        const decision = append.decide(await tx.chats.lock(chatId))
        if (decision === undefined) throw new NeedsTransaction()
        const orders = await tx.chats.append(chatId, decision.added)
        if (orders === 'full') throw new NeedsTransaction()
        return append.outcome(decision.head, orders)
      })
    } catch (cause) {
      if (cause instanceof NeedsTransaction) return undefined
      throw cause
    }
  }

  #learn(chatId: string, head: ChatHead | undefined): void {
    const { heads } = this.#dependencies
    if (head === undefined) heads.forget(chatId)
    else heads.put(head)
  }

  /** The lanes come before the place: a chat that others crowd takes none from who waits for it. */
  #inPlace<Result>({ callerId }: Origin, work: () => Promise<Result>): Promise<Result> {
    return callerId === null ? work() : this.#places.run(callerId, work)
  }

  /** The work, and what the commit itself adds to it. */
  async #complete<Response>(
    tx: StorageTransaction,
    origin: Origin,
    at: number,
    work: (tx: StorageTransaction) => Promise<Outcome<Response>>,
  ): Promise<Committed<Response>> {
    const outcome = await work(tx)
    const { records, outbox, keptCount, hasOtherNodes } = this.#dependencies
    if (origin.idempotent !== undefined) await records.keep(tx, origin.idempotent, outcome.response, at)
    const places = await takePlaces(tx, at, outcome)
    // A client that comes back has all of a new chat to read. A node that did not hear of it has connections to tell.
    const isKept = keptCount > 0 && (hasOtherNodes || outcome.isNewChat !== true)
    if (isKept) await keepFacts(tx, at, batchesOf(outcome.facts, places), keptCount)
    const sent = await outbox.add(tx, origin, at, outcome, places)
    return Object.assign({ places, sent }, outcome)
  }

  /** Webhooks are charged like pushes, to whoever caused them. */
  #noteSent({ charge }: Origin, { deliveries, bytes }: Sent): void {
    if (deliveries.length > 0) this.#dependencies.noteDeliveries(deliveries)
    if (bytes > 0) charge?.(bytes)
  }

  /** Held back where a commit of another node comes before it. */
  #tell<Response>(
    { authorId, connection, answeredBy, charge, answer }: Origin,
    response: Response,
    batches: readonly FactBatch[],
    unchanged: readonly Fact[] = [],
  ): Response | Promise<Response> {
    let isTold = false
    let resolve: ((response: Response) => void) | undefined
    const done = () => {
      isTold = true
      try {
        if (connection !== null) {
          for (const fact of unchanged) charge?.(this.#dependencies.facts.answer(fact, connection))
        }
        answer?.(response)
      } finally {
        resolve?.(response)
      }
    }
    const told = connection === null ? undefined : firstOf(answeredBy, batches)
    this.#dependencies.facts.tell(batches, { authorId, connection, answeredBy: told, charge, done })
    return isTold ? response : new Promise((told) => (resolve = told))
  }
}

function firstOf(names: readonly string[], batches: readonly FactBatch[]): string | undefined {
  return names.find((name) => batches.some(({ facts }) => facts.some((fact) => fact.name === name)))
}

async function takePlaces(
  tx: StorageTransaction,
  at: number,
  { facts, isNewChat }: { readonly facts: readonly Fact[]; readonly isNewChat?: boolean },
): Promise<readonly ChatPlace[]> {
  const chatIds = chatsToldOf(facts)
  const [first] = chatIds
  if (first === undefined) return []
  if (isNewChat === true && chatIds.length > 1) throw new TypeError('One change begins one chat at most')
  if (isNewChat === true) return [{ chatId: first, sequence: 1, previousAt: null }]
  const taken = await tx.chats.takeSequences(chatIds, at)
  return taken.map(({ sequence, previousAt }, index) => {
    return { chatId: chatIds[index] ?? first, sequence, previousAt }
  })
}

async function keepFacts(
  tx: StorageTransaction,
  at: number,
  batches: readonly FactBatch[],
  maxCount: number,
): Promise<void> {
  const customersAt = new Map<string, KeptPlace>()
  const kept = batches.flatMap(({ place, facts: told }) => {
    if (place === null) return []
    const { chatId, sequence } = place
    const facts = encodeKept(told, customersAt)
    for (const id of customersIn(told)) if (!customersAt.has(id)) customersAt.set(id, { chatId, sequence })
    return [{ chatId, sequence, at, facts }]
  })
  if (kept.length > 0) await tx.facts.keep(kept, maxCount)
}

/**
 * `refused`: by a head that may be behind, so that it is for the stored one to say why, or to allow it. What a head
 * allows wrongly, the storage refuses.
 */
function decideOnCached<Response>(
  append: Append<Response>,
  head: ChatHead | undefined,
): AppendDecision | 'refused' | undefined {
  try {
    return append.decide(head)
  } catch {
    return 'refused'
  }
}

/** Leaves the transaction without a trace, for another one; never seen outside. */
class NeedsTransaction extends Error {}
