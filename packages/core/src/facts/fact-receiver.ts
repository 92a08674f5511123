import { RecentMap } from '../cache/recent-map.js'
import type { Whose } from '../domain/whose.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { FanOut } from '../push/fan-out.js'
import type { RequestOrigin } from '../push/request-origin.js'
import { changeSessions } from '../push/session-change.js'
import type { Sessions } from '../push/sessions.js'
import { ChatOrder } from './chat-order.js'
import { consequencesOf } from './consequences.js'
import { CustomerTexts } from './customer-texts.js'
import { DeliveryTurns } from './delivery-turns.js'
import { type Fact, type FactName, type FactOf, isChatFact, licenseOf } from './fact.js'
import type { FactBatch } from './fact-batch.js'
import { FactPush } from './fact-push.js'

/** Whatever keeps what a fact makes stale. */
export interface StaleCaches {
  /** Of a license. */
  forgetIdentities(licenseId: number, whose: Whose): void
  /** Of a license; `revision`: which one it has now. */
  forgetConfiguration(licenseId: number, revision: number): void
  /** Of a chat that another node has changed, unless it is known as it is at that revision. */
  forgetHead(chatId: string, revision: number): void
}

/** What of a change goes back to where it came from. */
export interface Told {
  readonly connection: RequestOrigin | null
  /** It came to so many bytes, of all receivers on this node together. */
  readonly charge: ((bytes: number) => void) | undefined
  /** Everything is told here. */
  readonly done: () => void
}

export interface FactReceiverDependencies {
  readonly clock: Clock
  readonly failures: FailureLog
  readonly sessions: Sessions
  readonly fanOut: FanOut
  readonly caches: StaleCaches
  /** Of how many chats it is remembered what was told. */
  readonly chatCount: number
  /** Whether it hears of the commits of other nodes; if not, none is ever waited for. */
  readonly hearsOthers: boolean
}

interface Arrived {
  readonly batch: FactBatch
  /** `null`: another node has committed it. */
  readonly told: Told | null
}

/** Draws the consequences of facts on this node: of those of each chat in the order of their commits. */
export class FactReceiver {
  readonly #dependencies: FactReceiverDependencies
  readonly #order: ChatOrder<Arrived> | undefined
  readonly #turns = new DeliveryTurns()
  readonly #customers = new CustomerTexts()
  /** The last one that was told, by chat. */
  readonly #revisions: RecentMap<number>
  #bytes = 0

  constructor(dependencies: FactReceiverDependencies) {
    const { clock, chatCount, hearsOthers } = dependencies
    this.#dependencies = dependencies
    this.#revisions = new RecentMap(chatCount)
    const tell = (arrived: Arrived) => this.#tell(arrived)
    const passOver = ({ told }: Arrived) => told?.done()
    this.#order = hearsOthers ? new ChatOrder({ clock, chatCount, tell, passOver }) : undefined
  }

  /**
   * What this node has committed. Mostly all is told when it returns; where it has to wait for what another node has
   * committed before, or is much, `done` is called later.
   */
  tell(batches: readonly FactBatch[], told: Told): void {
    const [first] = batches
    if (first === undefined) told.done()
    else if (batches.length === 1 && this.#turns.isIdle) this.#arrive({ batch: first, told })
    else this.#tellInTurns(batches, told)
  }

  /** What another node has committed. */
  hear(batch: FactBatch): void {
    const arrived = { batch, told: null }
    if (this.#turns.isIdle) this.#arrive(arrived)
    else this.#turns.run([() => this.#arrive(arrived)])
  }

  /** What waits for others is told at once. */
  close(): void {
    this.#order?.close()
  }

  #tellInTurns(batches: readonly FactBatch[], told: Told): void {
    let missingCount = batches.length
    const done = () => {
      missingCount -= 1
      if (missingCount === 0) told.done()
    }
    const { connection, charge } = told
    this.#turns.run(batches.map((batch) => () => this.#arrive({ batch, told: { connection, charge, done } })))
  }

  /** Answers how many bytes were told by it. */
  #arrive(arrived: Arrived): number {
    this.#bytes = 0
    const { place, facts } = arrived.batch
    if (arrived.told === null) this.#forgetHeads(facts)
    if (place === null || this.#order === undefined) this.#tell(arrived)
    else this.#order.add(place, arrived)
    return this.#bytes
  }

  #forgetHeads(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (isChatFact(fact)) this.#dependencies.caches.forgetHead(fact.chat.id, fact.chat.revision)
    }
  }

  #tell({ batch, told }: Arrived): void {
    const connection = told === null ? null : told.connection
    let bytes = 0
    for (const fact of batch.facts) bytes += this.#draw(fact, connection)
    this.#bytes += bytes
    if (told !== null) this.#conclude(batch, told, bytes)
  }

  /** Whoever made the change is at fault themselves if they cannot hear of it: others are told on. */
  #conclude({ facts }: FactBatch, { charge, done }: Told, bytes: number): void {
    try {
      charge?.(bytes)
      done()
    } catch (cause) {
      this.#failed(facts[0], cause)
    }
  }

  /** A consequence that fails takes no other along. */
  #draw(fact: Fact, connection: RequestOrigin | null): number {
    try {
      return this.#drawAll(fact, connection)
    } catch (cause) {
      this.#failed(fact, cause)
      return 0
    }
  }

  #failed(fact: Fact, cause: unknown): void {
    const fields = { licenseId: licenseOf(fact), fact: fact.name, cause }
    this.#dependencies.failures.write('A fact could not be told', 'internal', fields)
  }

  #drawAll<N extends FactName>(fact: FactOf<N>, connection: RequestOrigin | null): number {
    const consequences = consequencesOf(fact.name)
    const { sessions, fanOut, caches } = this.#dependencies
    if (isChatFact(fact) && this.#isOver(fact.chat, consequences.isEphemeral)) return 0
    if (consequences.stale !== null) caches.forgetIdentities(licenseOf(fact), consequences.stale(fact))
    if (consequences.configuration !== null) {
      caches.forgetConfiguration(licenseOf(fact), consequences.configuration(fact))
    }
    if (consequences.sessions !== null) {
      changeSessions(sessions, licenseOf(fact), consequences.sessions(fact))
    }
    if (consequences.audience === null) return 0
    const push = new FactPush(fact, consequences, this.#customers)
    return fanOut.deliver(consequences.audience(fact), push, connection)
  }

  /** What is ephemeral was decided on a chat that may have changed since then: with other members, or scopes. */
  #isOver(
    { id, revision }: { readonly id: string; readonly revision: number },
    isEphemeral: boolean,
  ): boolean {
    const last = this.#revisions.get(id)
    if (isEphemeral) return last !== undefined && last > revision
    if (last !== revision) this.#revisions.set(id, revision)
    return false
  }
}
