import type { ChatHead, ChatMember, Leaving, ThreadWriter } from '@parley/core/ports'
import { changeHead } from './change-head.js'
import type { chatUserColumns, chatWriteStatements, threadUserColumns } from './chat-write-statements.js'
import { integer, text } from './columns.js'
import { first, type SqlExecutor } from './executor.js'
import { encodeRows } from './insert-rows.js'
import { keepRouting, type RoutingRowStatements } from './routing-rows.js'

interface Waiting {
  readonly waitingSince: number | null
  /** When the thread that waited was taken; `null`: nobody took it. */
  readonly servedAt: number | null
}

/** Who is in a chat, and whom its last thread names; each head is the present one. */
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
    await this.putUsers(before.id, added, { isPresent: true, at })
    if (head.thread.isActive) await this.nameInThread(head, added)
    return head
  }

  async remove(
    before: ChatHead,
    userIds: readonly string[],
    { formerCount, waits }: Leaving,
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

  async nameWriter(head: ChatHead, { agentId, at, formerCount }: ThreadWriter): Promise<boolean> {
    const writer = { id: agentId, kind: 'agent' } as const
    const named = await this.nameInThread(head, [writer])
    if (named.size === 0) return false
    await this.putUsers(head.id, [writer], { isPresent: false, at })
    await this.#forgetFormer(head.id, formerCount)
    return true
  }

  /** Who is present stays so. */
  async putUsers(
    chatId: string,
    users: readonly ChatMember[],
    { isPresent, at }: { readonly isPresent: boolean; readonly at: number },
  ): Promise<void> {
    const rows = users.map(({ id, kind }, position) => ({
      chat_id: chatId,
      user_id: id,
      kind,
      is_present: isPresent,
      position,
      joined_at: at,
    }))
    await this.#db.run(this.#statements.putUsers, encodeRows<typeof chatUserColumns>(rows))
  }

  /** Counts the thread for each customer whom it did not name before. Answers all whom it did not. */
  async nameInThread(head: ChatHead, users: readonly ChatMember[]): Promise<ReadonlySet<string>> {
    const rows = users.map(({ id }, position) => {
      return { chat_id: head.id, thread_order: head.thread.order, user_id: id, position }
    })
    const params = encodeRows<typeof threadUserColumns>(rows)
    const added = await this.#db.all(this.#statements.putThreadUsers, params)
    const named = new Set(added.map((row) => text(row, 'user_id')))
    const customers = users.filter(({ id, kind }) => kind === 'customer' && named.has(id))
    const ids = customers.map(({ id }) => id)
    if (ids.length > 0) await this.#db.run(this.#statements.countThread, { ids })
    return named
  }

  /** One of them is there for the thread that waits. */
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
    await keepRouting(this.#db, this.#routing, before, after)
    return after
  }

  /** Of the active thread. */
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

export function distinct(members: readonly ChatMember[]): readonly ChatMember[] {
  const byId = new Map(members.map(({ id, kind }) => [id, { id, kind }]))
  return [...byId.values()]
}
