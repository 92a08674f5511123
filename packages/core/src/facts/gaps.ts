import { mayRead, mayReadUnjoined } from '../domain/access.js'
import type { PushTargets } from '../push/push-targets.js'
import type { Arrived, NewReaders } from './arrived.js'
import type { Gap, ReadCommit } from './chat-order.js'
import { type Fact, type FactChat, isChatFact } from './fact.js'
import type { LateCommits } from './late-commits.js'

/** What this node knows of the commits of others. */
export interface OtherNodes {
  /** Since when it has listened to a license, in Unix milliseconds; `undefined`: it does not listen. */
  readonly heardSince: (licenseId: number) => number | undefined
  /** What the storage knows of a gap. Never rejects. */
  readonly readMissing: (gap: Gap) => Promise<MissingFacts>
  readonly late: LateCommits
}

export interface MissingFacts {
  /** The chat as it is now; `undefined`: it could not be read. */
  readonly chat: FactChat | undefined
  /** All commits of the gap, by ascending sequence; `undefined`: some are not known any more. */
  readonly commits: readonly MissingCommit[] | undefined
}

export interface MissingCommit {
  readonly sequence: number
  readonly facts: readonly Fact[]
  /** See {@link NewReaders}. */
  readonly newReaderIds: readonly string[]
}

/**
 * Makes up for commits of other nodes that the bus has not brought in time: what the storage knows is told in its place. Where
 * something is not known any more, connections that could have been told of it are closed: nobody misses a push silently.
 */
export class Gaps {
  readonly #targets: PushTargets
  readonly #others: OtherNodes

  constructor(targets: PushTargets, others: OtherNodes) {
    this.#targets = targets
    this.#others = others
  }

  async fill(gap: Gap, held: readonly Arrived[]): Promise<readonly ReadCommit<Arrived>[] | undefined> {
    const { chat, commits } = await this.#others.readMissing(gap)
    if (commits === undefined) {
      const chats = held.flatMap(({ facts }) => facts.filter(isChatFact).map((fact) => fact.chat))
      this.#sendBack(gap, chat === undefined ? chats : [chat, ...chats])
      return undefined
    }
    this.#others.late.read(Math.max(0, commits.length - held.length))
    return commits.map(({ sequence, facts, newReaderIds: agentIds }) => {
      const newReaders = chat === undefined || agentIds.length === 0 ? undefined : { agentIds, chat }
      const place = { chatId: gap.chatId, sequence, previousAt: null }
      return { sequence, item: { licenseId: gap.licenseId, place, facts, told: null, newReaders } }
    })
  }

  /** They have all of the chat to read anyway. */
  sendBackNewReaders(licenseId: number, { agentIds, chat }: NewReaders): void {
    let count = 0
    for (const target of agentIds.flatMap((id) => this.#targets.ofAgent(licenseId, id))) {
      const { principal } = target.caller
      if (!mayRead(principal, chat) || mayReadUnjoined(principal, chat)) continue
      target.sendBack()
      count += 1
    }
    if (count > 0) this.#others.late.sentBack(count)
  }

  /** All agents of the license, because one may have come and gone, and customers of the chat; where that is unknown, all. */
  #sendBack({ licenseId }: Gap, chats: readonly FactChat[]): void {
    const memberIds = new Set(chats.flatMap(({ members }) => members.map(({ id }) => id)))
    const concerned = [...this.#targets.ofLicense(licenseId)].filter(({ caller }) => {
      return caller.api === 'agent' || chats.length === 0 || memberIds.has(caller.principal.id)
    })
    for (const target of concerned) target.sendBack()
    this.#others.late.sentBack(concerned.length)
  }
}
