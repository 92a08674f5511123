import type { ChatHead, ChatMember, MemberRemoval, ThreadAuthor } from '@parley/core/storage'
import type { RowOf } from '../sql/column-types.js'
import { integer, text } from '../sql/columns.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { runInsert } from '../sql/insert-row.js'
import { encodeRows } from '../sql/insert-rows.js'
import { changeHead } from './change-head.js'
import type { chatUserColumns, chatWriteStatements, threadUserColumns } from './chat-write-statements.js'
import { type RoutingRowStatements, updateRouting } from './routing-rows.js'

interface Waiting {
  readonly waitingSince: number | null
  /** Time at which the waiting thread was assigned. `null` when it was not. */
  readonly servedAt: number | null
}

interface Membership {
  readonly isPresent: boolean
  /** Time at which the users joined. */
  readonly at: number
}

/** Changes the users of a chat and those whom its last thread names. Each given head must be current. */
export class SqlChatMembers {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof chatWriteStatements>
  readonly #routing: RoutingRowStatements

  constructor(
    db: SqlExecutor,
    statements: ReturnType<typeof chatWriteStatements>,
    routing: RoutingRowStatements,
  ) {
    this.#db = db
    this.#statements = statements
    this.#routing = routing
  }

  async add(before: ChatHead, members: readonly ChatMember[], at: number): Promise<ChatHead> {
    const added = distinct(members).filter(({ id }) => !before.members.some((there) => there.id === id))
    if (added.length === 0) return before
    const isServed = added.some(({ kind }) => kind === 'agent')
    const all = [...before.members, ...added]
    const head = isServed ? await this.#serve(before, all, at) : await this.#setMembers(before, all)
    await this.#putUsers(before.id, added, { isPresent: true, at })
    if (head.thread.isActive) await this.#nameInThread(head, added)
    return head
  }

  async remove(
    before: ChatHead,
    userIds: readonly string[],
    { formerCount, waits }: MemberRemoval,
  ): Promise<ChatHead> {
    const remaining = before.members.filter(({ id }) => !userIds.includes(id))
    if (remaining.length === before.members.length) return before
    const waitingSince = waits ? await this.#beginning(before) : before.thread.waitingSince
    const head = await this.#setMembers(before, remaining, { waitingSince, servedAt: null })
    const users = { chat_id: before.id, user_ids: userIds }
    await this.#db.run(this.#statements.setAbsent, users)
    await this.#db.run(this.#statements.forgetUsers, users)
    await this.#db.run(this.#statements.forgetLastSeen, users)
    if (formerCount !== null) await this.#forgetFormer(before.id, formerCount)
    return head
  }

  async addThreadAuthor(head: ChatHead, { agentId, at, formerCount }: ThreadAuthor): Promise<boolean> {
    const writer = { id: agentId, kind: 'agent' } as const
    const named = await this.#nameInThread(head, [writer])
    if (named.size === 0) return false
    await this.#putUsers(head.id, [writer], { isPresent: false, at })
    await this.#forgetFormer(head.id, formerCount)
    return true
  }

  /** Adds the members of a new chat. */
  async beginChat({ id, members }: ChatHead, at: number): Promise<void> {
    const rows = userRows(id, members, { isPresent: true, at })
    await runInsert(this.#db, this.#statements.insertUsers, rows)
  }

  /** Names all members in a new thread. */
  async beginThread(head: ChatHead): Promise<void> {
    await runInsert(this.#db, this.#statements.insertThreadUsers, threadUserRows(head, head.members))
    await this.#countThread(head.members)
  }

  /** Adds users to a chat. Users who are present stay present. */
  async #putUsers(chatId: string, users: readonly ChatMember[], membership: Membership): Promise<void> {
    const rows = userRows(chatId, users, membership)
    await this.#db.run(this.#statements.putUsers, encodeRows<typeof chatUserColumns>(rows))
  }

  /**
   * Names users in the last thread, and counts the thread for each newly named customer. Returns the ids of all who
   * were newly named.
   */
  async #nameInThread(head: ChatHead, users: readonly ChatMember[]): Promise<ReadonlySet<string>> {
    const params = encodeRows<typeof threadUserColumns>(threadUserRows(head, users))
    const added = await this.#db.all(this.#statements.putThreadUsers, params)
    const named = new Set(added.map((row) => text(row, 'user_id')))
    await this.#countThread(users.filter(({ id }) => named.has(id)))
    return named
  }

  async #countThread(users: readonly ChatMember[]): Promise<void> {
    const ids = users.filter(({ kind }) => kind === 'customer').map(({ id }) => id)
    if (ids.length > 0) await this.#db.run(this.#statements.countThread, { ids })
  }

  /** Ends the wait of the thread, after a member was assigned to it. */
  async stopWaiting(before: ChatHead, at: number): Promise<ChatHead> {
    return before.thread.waitingSince === null ? before : this.#serve(before, before.members, at)
  }

  #serve(before: ChatHead, members: readonly ChatMember[], at: number): Promise<ChatHead> {
    const servedAt = before.thread.waitingSince === null ? null : at
    return this.#setMembers(before, members, { waitingSince: null, servedAt })
  }

  async #setMembers(
    before: ChatHead,
    members: readonly ChatMember[],
    { waitingSince, servedAt }: Waiting = { waitingSince: before.thread.waitingSince, servedAt: null },
  ): Promise<ChatHead> {
    const after = await changeHead(this.#db, this.#statements.setMembers, {
      id: before.id,
      members: JSON.stringify(members),
      waiting_since: waitingSince,
      served_at: servedAt,
    })
    await updateRouting(this.#db, this.#routing, before, after)
    return after
  }

  /** Returns when the active thread began. */
  async #beginning({ id }: ChatHead): Promise<number> {
    const row = await first(this.#db, this.#statements.threadBeginning, { id })
    if (row === undefined) throw new TypeError(`chat ${id} has no active thread`)
    return integer(row, 'thread_began_at')
  }

  async #forgetFormer(chatId: string, formerCount: number): Promise<void> {
    const params = { chat_id: chatId, count: formerCount }
    const forgotten = await this.#db.all(this.#statements.forgetFormer, params)
    if (forgotten.length === 0) return
    const user_ids = forgotten.map((row) => text(row, 'user_id'))
    await this.#db.run(this.#statements.forgetLastSeen, { chat_id: chatId, user_ids })
  }
}

function userRows(
  chat_id: string,
  users: readonly ChatMember[],
  { isPresent: is_present, at: joined_at }: Membership,
): readonly RowOf<typeof chatUserColumns>[] {
  return users.map(({ id: user_id, kind }, position) => {
    return { chat_id, user_id, kind, is_present, position, joined_at }
  })
}

function threadUserRows(
  { id: chat_id, thread: { order: thread_order } }: ChatHead,
  users: readonly ChatMember[],
): readonly RowOf<typeof threadUserColumns>[] {
  return users.map(({ id: user_id }, position) => ({ chat_id, thread_order, user_id, position }))
}

export function distinct(members: readonly ChatMember[]): readonly ChatMember[] {
  const byId = new Map(members.map(({ id, kind }) => [id, { id, kind }]))
  return [...byId.values()]
}
