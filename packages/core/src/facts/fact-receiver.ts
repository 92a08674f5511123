import { RecentMap } from '../cache/recent-map.js'
import type { SessionSelector } from '../domain/session-selector.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { LatestSequence } from '../ports/stores/facts.js'
import { changeConnections } from '../push/connection-change.js'
import type { FanOut } from '../push/fan-out.js'
import type { PushTargets } from '../push/push-targets.js'
import type { RequestOrigin } from '../push/request-origin.js'
import { ChatOrder } from './chat-order.js'
import { getConsequences } from './consequences.js'
import { CustomerTexts } from './customer-texts.js'
import { DeliveryTurns } from './delivery-turns.js'
import { type Fact, type FactName, type FactOf, getLicenseId, isChatFact } from './fact.js'
import { type ChatCommit, type CommitListener, type FactBatch, getBatchLicenseId } from './fact-batch.js'
import { FactPush } from './fact-push.js'
import { Gaps, type OtherNodes } from './gaps.js'
import { type CommitCallbacks, type ReceivedCommit, receivedCommit } from './received-commit.js'

/** The caches that facts invalidate. */
export interface StaleCaches {
  /** Drops the cached identities of the selected sessions of a license. */
  forgetIdentities(licenseId: number, selector: SessionSelector): void
  /** Drops the cached configuration of a license. `revision` is its current revision. */
  forgetConfiguration(licenseId: number, revision: number): void
  /** Drops the cached head of a chat that another node has changed, unless the cached revision is at least this one. */
  forgetHead(chatId: string, revision: number): void
}

export interface FactReceiverDependencies {
  readonly clock: Clock
  readonly failures: FailureLog
  readonly targets: PushTargets
  readonly fanOut: FanOut
  readonly caches: StaleCaches
  /** Informed of this node's commits, in this order: the listeners of the host, the other nodes, and the parts. */
  readonly listening: readonly CommitListener[]
  /** Maximum number of chats whose last delivered sequence is kept in memory. */
  readonly chatCount: number
  /** `undefined` when this node does not receive commits of other nodes, and so never waits for one. */
  readonly others: OtherNodes | undefined
}

/** Carries out the consequences of facts on this node, for each chat in the order of its commits. */
export class FactReceiver {
  readonly #dependencies: FactReceiverDependencies
  readonly #order: ChatOrder<ReceivedCommit> | undefined
  readonly #gaps: Gaps | undefined
  /** Deliveries in progress, by license. Licenses do not wait for each other. */
  readonly #turns = new Map<number, DeliveryTurns>()
  readonly #customers = new CustomerTexts()
  /** Last delivered revision of each chat; absent when only this node changes chats. */
  readonly #revisions: RecentMap<number> | undefined
  #bytes = 0

  constructor(dependencies: FactReceiverDependencies) {
    const { clock, chatCount, targets, others } = dependencies
    this.#dependencies = dependencies
    if (others === undefined) return
    this.#revisions = new RecentMap(chatCount)
    const gaps = new Gaps(targets, others)
    this.#gaps = gaps
    this.#order = new ChatOrder<ReceivedCommit>({
      ...{ clock, chatCount, listeningSince: others.listeningSince },
      deliver: (received) => this.#deliver(received),
      skip: (received) => this.#conclude(received, 0),
      readMissing: (gap, held) => gaps.fill(gap, held),
    })
  }

  /**
   * Distributes commits of this node, in their order: to its listeners, and then to its connections. Usually everything
   * has been delivered when this returns. `done` is called later when a commit of another node has to come first, or
   * when there is a lot to deliver.
   */
  distribute(batches: readonly FactBatch[], callbacks: CommitCallbacks): void {
    const { listening } = this.#dependencies
    for (const batch of batches) {
      for (const listener of listening) listener.onCommit(batch, callbacks.authorId)
    }
    const [first] = batches
    if (first === undefined) callbacks.done()
    else if (batches.length === 1 && this.#isIdle(first)) this.#process(receivedCommit(first, callbacks))
    else this.#deliverInTurns(batches, callbacks)
  }

  /**
   * Delivers the fact of a request whose result already existed, only to the connection that asked. Returns the number
   * of bytes pushed.
   */
  reply(fact: Fact, connection: RequestOrigin): number {
    try {
      return this.#replyWith(fact, connection)
    } catch (cause) {
      this.#failedFact(fact, cause)
      return 0
    }
  }

  /** Delivers a commit of another node. */
  receive(batch: FactBatch): void {
    const received = receivedCommit(batch, null)
    if (this.#isIdle(batch)) this.#process(received)
    else this.#runInTurns(getBatchLicenseId(batch), [received])
  }

  /** Notes that the storage has this commit. If it does not arrive soon, it is read from the storage. */
  expect(taken: LatestSequence): void {
    this.#order?.expect(taken)
  }

  /** Delivers immediately all commits that wait for commits of other nodes. */
  close(): void {
    this.#order?.close()
  }

  #deliverInTurns(batches: readonly FactBatch[], callbacks: CommitCallbacks): void {
    let missingCount = batches.length
    const done = () => {
      missingCount -= 1
      if (missingCount === 0) callbacks.done()
    }
    const { authorId, connection, responsePush, charge } = callbacks
    const byLicense = new Map<number, ReceivedCommit[]>()
    for (const batch of batches) {
      const received = receivedCommit(batch, { authorId, connection, responsePush, charge, done })
      const { licenseId } = received
      byLicense.set(licenseId, [...(byLicense.get(licenseId) ?? []), received])
    }
    for (const [licenseId, all] of byLicense) this.#runInTurns(licenseId, all)
  }

  /** Returns whether nothing else of the license is waiting. Only then may the batch be delivered immediately. */
  #isIdle(batch: FactBatch): boolean {
    return this.#turns.size === 0 || !this.#turns.has(getBatchLicenseId(batch))
  }

  #runInTurns(licenseId: number, all: readonly ReceivedCommit[]): void {
    const turns = this.#turns.get(licenseId) ?? new DeliveryTurns(() => this.#turns.delete(licenseId))
    this.#turns.set(licenseId, turns)
    turns.run(all.map((received) => () => this.#processInTurn(received)))
  }

  /** Catches errors, so that an unusable commit of another node does not block those behind it. */
  #processInTurn(received: ReceivedCommit): number {
    try {
      return this.#process(received)
    } catch (cause) {
      this.#failed(received, cause)
      return 0
    }
  }

  /** Returns the number of bytes pushed. */
  #process(received: ReceivedCommit): number {
    this.#bytes = 0
    const { licenseId, commit, facts, callbacks } = received
    if (callbacks === null) this.#forgetHeads(facts)
    if (commit === null || this.#order === undefined) this.#deliver(received)
    else this.#order.add(commit, licenseId, received)
    return this.#bytes
  }

  #forgetHeads(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (isChatFact(fact)) this.#dependencies.caches.forgetHead(fact.chat.id, fact.chat.revision)
    }
  }

  #deliver(received: ReceivedCommit): void {
    const { licenseId, commit, facts, callbacks, newReaders } = received
    if (newReaders !== undefined) this.#gaps?.askNewReadersToReconnect(licenseId, newReaders)
    let bytes = 0
    for (const fact of facts) {
      const isResponse = callbacks !== null && callbacks.responsePush === fact.name
      bytes += this.#apply(fact, isResponse ? callbacks.connection : null, commit)
    }
    this.#bytes += bytes
    this.#conclude(received, bytes)
  }

  /** Calls the callbacks of the request. An error in one of them is logged, and delivery goes on. */
  #conclude(received: ReceivedCommit, bytes: number): void {
    const { callbacks } = received
    if (callbacks === null) return
    try {
      callbacks.charge?.(bytes)
    } catch (cause) {
      this.#failed(received, cause)
    }
    try {
      callbacks.done()
    } catch (cause) {
      this.#failed(received, cause)
    }
  }

  /** Carries out the consequences of one fact. An error is logged and does not affect other facts. */
  #apply(fact: Fact, connection: RequestOrigin | null, commit: ChatCommit | null): number {
    try {
      return this.#applyAll(fact, connection, commit)
    } catch (cause) {
      this.#failedFact(fact, cause)
      return 0
    }
  }

  #failed({ licenseId, facts }: ReceivedCommit, cause: unknown): void {
    const fields = { licenseId, fact: facts[0]?.name, cause }
    this.#dependencies.failures.write('A fact could not be delivered', 'internal', fields)
  }

  #failedFact(fact: Fact, cause: unknown): void {
    const fields = { licenseId: getLicenseId(fact), fact: fact.name, cause }
    this.#dependencies.failures.write('A fact could not be delivered', 'internal', fields)
  }

  #applyAll<N extends FactName>(
    fact: FactOf<N>,
    connection: RequestOrigin | null,
    commit: ChatCommit | null,
  ): number {
    const consequences = getConsequences(fact.name)
    const { targets, fanOut, caches } = this.#dependencies
    if (isChatFact(fact) && this.#isOutdated(fact.chat, consequences.isEphemeral)) return 0
    if (consequences.stale !== null) caches.forgetIdentities(getLicenseId(fact), consequences.stale(fact))
    if (consequences.configuration !== null) {
      caches.forgetConfiguration(getLicenseId(fact), consequences.configuration(fact))
    }
    if (consequences.connections !== null) {
      changeConnections(targets, getLicenseId(fact), consequences.connections(fact), (cause) =>
        this.#failedFact(fact, cause),
      )
    }
    if (consequences.audience === null) return 0
    const push = new FactPush(fact, consequences, this.#customers)
    return fanOut.deliver(consequences.audience(fact), push, connection, commit)
  }

  #replyWith<N extends FactName>(fact: FactOf<N>, connection: RequestOrigin): number {
    const consequences = getConsequences(fact.name)
    if (consequences.audience === null) return 0
    const push = new FactPush(fact, consequences, this.#customers)
    return this.#dependencies.fanOut.reply(consequences.audience(fact), push, connection)
  }

  /**
   * Returns whether an ephemeral fact is outdated. Another node may have changed the members or scopes of the chat
   * since it was decided. On this node, ephemeral facts are decided after everything that was delivered before.
   */
  #isOutdated(
    { id, revision }: { readonly id: string; readonly revision: number },
    isEphemeral: boolean,
  ): boolean {
    if (this.#revisions === undefined) return false
    const last = this.#revisions.get(id)
    if (isEphemeral) return last !== undefined && last > revision
    if (last !== revision) this.#revisions.set(id, revision)
    return false
  }
}
