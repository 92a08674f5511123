import type { Configuration } from '../configuration/configuration.js'
import { isPromise } from '../domain/promises.js'
import { ParleyError } from '../errors.js'
import type { Fact } from '../facts/fact.js'
import type { ChatCommit, FactBatch } from '../facts/fact-batch.js'
import type { FactReceiver } from '../facts/fact-receiver.js'
import { type CustomerReference, customersIn, encodeFacts } from '../facts/stored-facts.js'
import type { ChatHead } from '../model/chat.js'
import type { NewDelivery } from '../model/delivery.js'
import type { Storage, StorageTransaction } from '../ports/storage.js'
import { type Append, type AppendDecision, toAppendCommand } from './append.js'
import { listChangedChats, splitIntoBatches } from './batches.js'
import { CallerSlots } from './caller-slots.js'
import type { ChatHeads } from './chat-heads.js'
import type { IdempotencyRecords } from './idempotency-records.js'
import type { KeyedLocks } from './keyed-locks.js'
import type { Origin } from './origin.js'
import { type CommitDeliveries, noDeliveries, type Outbox } from './outbox.js'
import type { Outcome } from './outcome.js'

export interface ChangesDependencies {
  readonly storage: Storage
  readonly locks: KeyedLocks
  readonly heads: ChatHeads
  readonly records: IdempotencyRecords
  readonly facts: Pick<FactReceiver, 'distribute' | 'reply'>
  readonly outbox: Outbox
  /** Maximum number of commits stored per chat for clients that were not connected (decisions §16.9); 0 stores none. */
  readonly changesPerChat: number
  /** Whether other nodes may have to read missed facts from the storage (decisions §16.10). */
  readonly hasOtherNodes: boolean
  /** Called after a commit that stored webhook deliveries. */
  readonly noteDeliveries: (deliveries: readonly NewDelivery[]) => void
}

/** The result of a transaction. */
interface CommitResult<Response> extends Outcome<Response> {
  readonly commits: readonly ChatCommit[]
  readonly sent: CommitDeliveries
}

/** Maximum attempts of one append. A chat cannot change faster than this unless the storage is faulty. */
const attemptsPerAppend = 20
/** Maximum transactions of one caller at the same time: a third of the connections that a storage has by default. */
const transactionsPerCaller = 3

/**
 * Makes every change to stored data, and distributes its facts. No other code publishes, pushes, invalidates caches or
 * ends sessions. The facts of a change are distributed after its commit.
 */
export class Changes {
  readonly #dependencies: ChangesDependencies
  readonly #slots = new CallerSlots(transactionsPerCaller)

  constructor(dependencies: ChangesDependencies) {
    this.#dependencies = dependencies
  }

  /** Whether any changes of chats or users are in progress. */
  get areInProgress(): boolean {
    return this.#dependencies.locks.areHeld
  }

  /**
   * Runs one transaction at the instant `at`, then distributes its facts. `subjectIds` are the ids of the chats and
   * users that it locks; their locks are held until the facts have been distributed. `work` may run more than once.
   */
  commit<Response>(
    origin: Origin,
    at: number,
    subjectIds: readonly string[],
    work: (tx: StorageTransaction) => Promise<Outcome<Response>>,
  ): Promise<Response> {
    const { locks, heads, storage } = this.#dependencies
    return locks.runAll(subjectIds, async () => {
      const { head, response, facts, unchanged, commits, sent } = await this.#inSlot(origin, () =>
        storage.transaction(
          (tx) => this.#complete(tx, origin, at, work),
          origin.cancellation,
          origin.urgency,
        ),
      )
      if (head !== undefined) heads.put(head)
      this.#noteSent(origin, sent)
      return this.#distribute(origin, response, splitIntoBatches(facts, commits), unchanged)
    })
  }

  /**
   * Appends events: the send path. Returns `undefined` when `decide` asks for a transaction, or when the thread is
   * full.
   */
  append<Response>(origin: Origin, chatId: string, append: Append<Response>): Promise<Response | undefined> {
    const { idempotent, configuration } = origin
    return idempotent === undefined && configuration !== undefined
      ? this.#dependencies.locks.run(chatId, 'shared', () =>
          this.#append(origin, configuration, chatId, append),
        )
      : this.#appendInTransaction(origin, chatId, append)
  }

  /**
   * Distributes facts that are not stored. They are decided on the stored state of the chat, and no other change of
   * this node comes in between.
   */
  announce<Response>(
    origin: Origin,
    at: number,
    chatId: string,
    decide: (head: ChatHead | undefined) => Outcome<Response>,
  ): Promise<Response> {
    const { locks, heads } = this.#dependencies
    if (origin.idempotent !== undefined) {
      return this.commit(origin, at, [chatId], async (tx) => decide(await tx.chats.getHead(chatId)))
    }
    return locks.run(chatId, 'shared', async () => {
      const { response, facts } = decide(await heads.read(chatId))
      return this.#distribute(origin, response, splitIntoBatches(facts, []))
    })
  }

  /** Distributes facts that are not stored and are about no chat. */
  async announceWithoutChat<Response>(
    origin: Origin,
    at: number,
    outcome: Outcome<Response>,
  ): Promise<Response> {
    if (origin.idempotent !== undefined) return this.commit(origin, at, [], async () => outcome)
    const { response, facts } = outcome
    return this.#distribute(origin, response, splitIntoBatches(facts, []))
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
          ? noDeliveries
          : await outbox.prepareAppend(configuration, append, decision)
      if (origin.cancellation.aborted) throw new ParleyError('request_timeout')
      const command = toAppendCommand(decision, append.at, sent.deliveries)
      const [result] = await storage.appendEvents([command], origin.cancellation)
      if (result === undefined) throw new TypeError('The storage returned fewer results than commands')
      if (result.status === 'stored') {
        this.#noteSent(origin, sent)
        const { response, facts } = append.outcome(decision.head, result.orders)
        const { sequence, previousAt } = result.taken
        return this.#distribute(origin, response, splitIntoBatches(facts, [{ chatId, sequence, previousAt }]))
      }
      if (result.status === 'full') return undefined
      head = result.head
      isStored = true
      this.#learn(chatId, head)
    }
    throw new ParleyError('service_unavailable', { detail: 'the chat is changing too fast' })
  }

  /**
   * Appends in a transaction, because only a transaction can store the response for the idempotency key with the
   * events, or read the configuration in the same commit.
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

  /**
   * Runs the work in a slot of its caller. The locks are taken before the slot, so a caller that waits for a busy chat
   * does not occupy a slot.
   */
  #inSlot<Result>({ callerId }: Origin, work: () => Promise<Result>): Promise<Result> {
    return callerId === null ? work() : this.#slots.run(callerId, work)
  }

  /** Runs the work, and adds what every commit stores: sequences, facts and webhook deliveries. */
  async #complete<Response>(
    tx: StorageTransaction,
    origin: Origin,
    at: number,
    work: (tx: StorageTransaction) => Promise<Outcome<Response>>,
  ): Promise<CommitResult<Response>> {
    const outcome = await work(tx)
    const { records, outbox, changesPerChat, hasOtherNodes } = this.#dependencies
    if (origin.idempotent !== undefined) await records.store(tx, origin.idempotent, outcome.response, at)
    const commits = await takeSequences(tx, at, outcome)
    // A client that reconnects has to read all of a new chat, so its facts are stored only for other nodes: one that
    // missed the commit still has to deliver it.
    const isStored = changesPerChat > 0 && (hasOtherNodes || outcome.isNewChat !== true)
    if (isStored) await storeFacts(tx, at, splitIntoBatches(outcome.facts, commits), changesPerChat)
    const sent = await outbox.add(tx, origin, at, outcome, commits)
    return Object.assign({ commits, sent }, outcome)
  }

  /** Charges the author for webhook deliveries, like for pushes. */
  #noteSent({ charge }: Origin, { deliveries, bytes }: CommitDeliveries): void {
    if (deliveries.length > 0) this.#dependencies.noteDeliveries(deliveries)
    if (bytes > 0) charge?.(bytes)
  }

  /**
   * Distributes the facts and returns the response. The response is delayed while a commit of another node has to be
   * delivered first.
   */
  #distribute<Response>(
    { authorId, connection, responsePushes, charge, respond }: Origin,
    response: Response,
    batches: readonly FactBatch[],
    unchanged: readonly Fact[] = [],
  ): Response | Promise<Response> {
    let isDone = false
    let resolve: ((response: Response) => void) | undefined
    const done = () => {
      isDone = true
      try {
        if (connection !== null) {
          for (const fact of unchanged) charge?.(this.#dependencies.facts.reply(fact, connection))
        }
        respond?.(response)
      } finally {
        resolve?.(response)
      }
    }
    const responsePush = connection === null ? undefined : firstOf(responsePushes, batches)
    this.#dependencies.facts.distribute(batches, {
      authorId,
      connection,
      responsePush,
      charge,
      done,
    })
    return isDone ? response : new Promise((respond) => (resolve = respond))
  }
}

function firstOf(names: readonly string[], batches: readonly FactBatch[]): string | undefined {
  return names.find((name) => batches.some(({ facts }) => facts.some((fact) => fact.name === name)))
}

async function takeSequences(
  tx: StorageTransaction,
  at: number,
  { facts, isNewChat }: { readonly facts: readonly Fact[]; readonly isNewChat?: boolean },
): Promise<readonly ChatCommit[]> {
  const chatIds = listChangedChats(facts)
  const [first] = chatIds
  if (first === undefined) return []
  if (isNewChat === true && chatIds.length > 1) throw new TypeError('One change can create at most one chat')
  if (isNewChat === true) return [{ chatId: first, sequence: 1, previousAt: null }]
  const taken = await tx.chats.takeSequences(chatIds, at)
  return taken.map(({ sequence, previousAt }, index) => {
    return { chatId: chatIds[index] ?? first, sequence, previousAt }
  })
}

async function storeFacts(
  tx: StorageTransaction,
  at: number,
  batches: readonly FactBatch[],
  maxCount: number,
): Promise<void> {
  const customersAt = new Map<string, CustomerReference>()
  const stored = batches.flatMap(({ place: commit, facts }) => {
    if (commit === null) return []
    const { chatId, sequence } = commit
    const text = encodeFacts(facts, customersAt)
    for (const id of customersIn(facts)) if (!customersAt.has(id)) customersAt.set(id, { chatId, sequence })
    return [{ chatId, sequence, at, facts: text }]
  })
  if (stored.length > 0) await tx.facts.insert(stored, maxCount)
}

/**
 * Decides an append on the cached head. Returns `refused` when that head forbids it: the head may be outdated, so the
 * decision is repeated on the stored one. If the cached head wrongly allows an append, the storage refuses it.
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

/** Rolls back the transaction so that the caller can run another one. Never leaves this module. */
class NeedsTransaction extends Error {}
