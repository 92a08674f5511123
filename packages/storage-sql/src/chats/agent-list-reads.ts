import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgentChatsQuery, ChatPosition, ListedChats } from '@parley/core/storage'
import { integer, text } from '../sql/columns.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { type AgentList, listSorts } from './agent-chat-lists.js'
import { type ListSource, queueSubjects } from './agent-chat-sources.js'
import { findBy } from './chat-filters.js'
import { type ListOrder, listedChats } from './chat-lists.js'
import type { chatReadStatements } from './chat-read-statements.js'
import { scopeSubjects } from './chat-scopes.js'

/**
 * Maximum number of an agent's own chats that are checked one by one. With more chats, the newest of them are found
 * soon among the newest of the license.
 */
const fewChats = 500

/** Maximum number of waiting or assigned chats that are checked one by one. */
const fewRouted = 2_000

/** Number of chats that are examined per turn when few of them may match. */
const chatsPerRange = 1_000

/** Number of ranges without a match after which the list reads all waiting or assigned chats instead. */
const maxEmptyRanges = 2

/** Range of a list that is searched for chats. */
type Range = { after_at: number; after_id: string; until_at: number; until_id: string }

/** Positions before and after every chat of a list, by its order. */
const ends: Readonly<Record<ListOrder, readonly [before: ChatPosition, after: ChatPosition]>> = {
  desc: [
    { at: Number.MAX_SAFE_INTEGER, id: '' },
    { at: -1, id: '' },
  ],
  asc: [
    { at: -1, id: '' },
    { at: Number.MAX_SAFE_INTEGER, id: '' },
  ],
}

/** Reads one page of a list. It needs no transaction, because each statement continues from a position. */
export class AgentListReads {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof chatReadStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof chatReadStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async list(query: AgentChatsQuery): Promise<ListedChats> {
    const { licenseId, agentId, reach, routing, order, filters } = query
    const found = await findBy(this.#db, this.#statements.countTerms, licenseId, filters)
    const from = found.isSelective ? 'terms' : await this.#sourceOf(query)
    const list = { reach, routing, order, from, isFiltered: filters.length > 0, isLong: false }
    const [before, end] = ends[listSorts[order].order]
    const { at: after_at, id: after_id } = query.after ?? before
    const whole = { after_at, after_id, until_at: end.at, until_id: end.id }
    const params = {
      ...{ license_id: licenseId, agent_id: agentId, include_active: query.includeActive },
      subjects: scopeSubjects({ groups: query.groups, agents: [agentId] }),
      ...{ queue_subjects: queueSubjects(query), limit: query.limit, max_bytes: query.maxBytes },
      ...found.params,
    }
    const read = async (selected: AgentList, range: Range) =>
      listedChats(
        await this.#db.all(
          this.#statements.listForAgent(selected),
          { ...params, ...range },
          { licenseId, cancellation: undefined },
        ),
      )
    const isWalked = from === 'license' ? list.isFiltered || routing !== 'any' : order === 'waiting'
    if (from === 'terms' || !isWalked) return read(list, whole)
    return this.#readOn(query, list, whole, read)
  }

  async #sourceOf(query: AgentChatsQuery): Promise<ListSource> {
    const { agentId, reach, routing, order } = query
    if (routing === 'any') {
      return reach === 'member' && (await this.#hasFewChats(agentId)) ? 'member' : 'license'
    }
    if (order === 'waiting') return 'queue'
    if (!(await this.#hasFewRouted(query))) return 'license'
    return routing === 'waiting' ? 'queue' : 'served'
  }

  /** Reads range by range until one contains a chat, because the next match may be far away. */
  async #readOn(
    query: AgentChatsQuery,
    list: AgentList,
    whole: Range,
    read: (selected: AgentList, range: Range) => Promise<ListedChats>,
  ): Promise<ListedChats> {
    const isNarrowed = list.isFiltered || list.from === 'license' || list.reach === 'member'
    const length = isNarrowed ? chatsPerRange : query.limit + 1
    let { after_at, after_id } = whole
    for (let emptyCount = 0; ; emptyCount += 1) {
      const rest = { ...whole, after_at, after_id }
      const end = await this.#endOfRange(query, { at: after_at, id: after_id }, length)
      if (end === undefined) return read(list, rest)
      if (emptyCount === maxEmptyRanges && list.from === 'license' && !list.isFiltered) {
        return read({ ...list, from: list.routing === 'waiting' ? 'queue' : 'served', isLong: true }, rest)
      }
      const { chats, hasMore } = await read(list, { ...rest, until_at: end.at, until_id: end.id })
      if (chats.length > 0) return { chats, hasMore: hasMore || (await this.#goesOn(query, end)) }
      ;({ at: after_at, id: after_id } = end)
      // SQLite returns synchronously, so other work gets a turn here.
      await nextTurn()
    }
  }

  /** Returns whether any chat comes after a range. */
  async #goesOn(query: AgentChatsQuery, end: ChatPosition): Promise<boolean> {
    return (await this.#endOfRange(query, end, 1)) !== undefined
  }

  /** Returns the position of the last of `length` chats after a position. Returns `undefined` when there are fewer. */
  async #endOfRange(
    query: AgentChatsQuery,
    { at: after_at, id: after_id }: ChatPosition,
    length: number,
  ): Promise<ChatPosition | undefined> {
    const { licenseId: license_id, order } = query
    const { endOfRange, endOfQueueRange } = this.#statements
    const position = { license_id, after_at, after_id }
    const row =
      order === 'waiting'
        ? await first(this.#db, endOfQueueRange, { ...position, ...queueRange(query, length) })
        : await first(this.#db, endOfRange[order], { ...position, count: length - 1 })
    return row && { at: integer(row, 'at'), id: text(row, 'id') }
  }

  async #hasFewRouted(query: AgentChatsQuery): Promise<boolean> {
    const { queue, servedOfAgent, servedOfLicense } = this.#statements.countSource
    const count =
      query.routing === 'waiting' ? queue : query.reach === 'member' ? servedOfAgent : servedOfLicense
    const row = await first(this.#db, count, {
      ...{ license_id: query.licenseId, agent_id: query.agentId, subjects: [] },
      ...{ queue_subjects: queueSubjects(query), limit: fewRouted + 1 },
    })
    return row !== undefined && integer(row, 'total') <= fewRouted
  }

  async #hasFewChats(agentId: string): Promise<boolean> {
    const params = { user_id: agentId, count: fewChats }
    return (await first(this.#db, this.#statements.hasMoreChats, params)) === undefined
  }
}

function queueRange(query: AgentChatsQuery, length: number) {
  const queue_subjects = queueSubjects(query)
  const given_subjects = JSON.stringify(queue_subjects.map((subject) => ({ subject })))
  return { queue_subjects, given_subjects, length, before_last: length - 1 }
}
