import { mayRead, mayReadAsNonMember } from '../domain/access.js'
import type { PushTargets } from '../push/push-targets.js'
import type { Gap, ReadCommit } from './chat-order.js'
import { type Fact, type FactChat, isChatFact } from './fact.js'
import type { LateCommits } from './late-commits.js'
import type { NewReaders, ReceivedCommit } from './received-commit.js'

/** Dependencies for following the commits of other nodes. */
export interface OtherNodes {
  /**
   * Returns since when this node has listened to a license, in Unix milliseconds; `undefined` when it does not listen.
   */
  readonly listeningSince: (licenseId: number) => number | undefined
  /** Reads the commits of a gap from the storage. Never rejects. */
  readonly readMissing: (gap: Gap) => Promise<MissingFacts>
  readonly late: LateCommits
}

/** The commits of a gap, as the storage found them. */
export interface MissingFacts {
  /** The chat as it is now; `undefined` when it could not be read. */
  readonly chat: FactChat | undefined
  /** All commits of the gap by ascending sequence; `undefined` when some are no longer known. */
  readonly commits: readonly MissingCommit[] | undefined
}

/** A commit of another node that was read from the storage. */
export interface MissingCommit {
  readonly sequence: number
  readonly facts: readonly Fact[]
  /** Ids of agents who gained access to the chat; see {@link NewReaders}. */
  readonly newReaderIds: readonly string[]
}

/**
 * Fills gaps left by commits of other nodes that the bus did not bring in time: they are read from the storage and
 * delivered in their order. When a commit is no longer known, the connections that might have received it are closed,
 * so no push is missed silently.
 */
export class Gaps {
  readonly #targets: PushTargets
  readonly #others: OtherNodes

  constructor(targets: PushTargets, others: OtherNodes) {
    this.#targets = targets
    this.#others = others
  }

  /** Returns the missing commits, or `undefined` after closing the connections that may have missed something. */
  async fill(
    gap: Gap,
    held: readonly ReceivedCommit[],
  ): Promise<readonly ReadCommit<ReceivedCommit>[] | undefined> {
    const { chat, commits } = await this.#others.readMissing(gap)
    if (commits === undefined) {
      const chats = held.flatMap(({ facts }) => facts.filter(isChatFact).map((fact) => fact.chat))
      this.#askToReconnect(gap, chat === undefined ? chats : [chat, ...chats])
      return undefined
    }
    this.#others.late.read(Math.max(0, commits.length - held.length))
    return commits.map(({ sequence, facts, newReaderIds: agentIds }) => {
      const newReaders = chat === undefined || agentIds.length === 0 ? undefined : { agentIds, chat }
      const commit = { chatId: gap.chatId, sequence, previousAt: null }
      return { sequence, item: { licenseId: gap.licenseId, commit, facts, callbacks: null, newReaders } }
    })
  }

  /** Closes connections of agents who gained access to a chat. They have to read the whole chat anyway. */
  askNewReadersToReconnect(licenseId: number, { agentIds, chat }: NewReaders): void {
    let count = 0
    for (const target of agentIds.flatMap((id) => this.#targets.listByAgent(licenseId, id))) {
      const { principal } = target.caller
      if (!mayRead(principal, chat) || mayReadAsNonMember(principal, chat)) continue
      target.askToReconnect()
      count += 1
    }
    if (count > 0) this.#others.late.countReconnects(count)
  }

  /**
   * Closes the connections of all agents of the license and of the chats' customers. When the chats are unknown, closes
   * the connections of all customers.
   */
  #askToReconnect({ licenseId }: Gap, chats: readonly FactChat[]): void {
    const memberIds = new Set(chats.flatMap(({ members }) => members.map(({ id }) => id)))
    const concerned = [...this.#targets.listByLicense(licenseId)].filter(({ caller }) => {
      return caller.api === 'agent' || chats.length === 0 || memberIds.has(caller.principal.id)
    })
    for (const target of concerned) target.askToReconnect()
    this.#others.late.countReconnects(concerned.length)
  }
}
