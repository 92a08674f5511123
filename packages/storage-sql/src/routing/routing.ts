import type {
  AssignablePage,
  AssignableThread,
  AvailableAgent,
  CandidateAgent,
  ChatHead,
  DepartedAgent,
  QueuePosition,
  RoutingReads,
  RoutingWrites,
  ThreadTimer,
  TimedThread,
  UserBounds,
  WaitingThread,
} from '@parley/core/storage'
import { decodeHead } from '../chats/chat-rows.js'
import { scopeSubjects } from '../chats/chat-scopes.js'
import { everyWaiting, unscopedWaiting } from '../chats/routing-rows.js'
import { flag, integer, integerOrNull, json, rows as nestedRows, text, textOrNull } from '../sql/columns.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { encodeRows } from '../sql/insert-rows.js'
import { decodePermission } from '../users/agent-rows.js'
import type { routingStatements, timerColumns } from './routing-statements.js'

export class SqlRoutingReads implements RoutingReads {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof routingStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof routingStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async listAssignableLicenses({ after, limit }: Parameters<RoutingReads['listAssignableLicenses']>[0]) {
    const rows = await this.#db.all(this.#statements.listAssignableLicenses, { after: after ?? 0, limit })
    return rows.map((row) => integer(row, 'license_id'))
  }

  async listAvailable(licenseId: number, limit: number): Promise<readonly AvailableAgent[]> {
    const rows = await this.#db.all(this.#statements.listAvailable, { license_id: licenseId, limit })
    return rows.map(decodeAvailable)
  }

  async listAssignableThreads(
    licenseId: number,
    candidates: readonly CandidateAgent[],
    { after, limit, now, bounds }: AssignablePage,
  ): Promise<readonly AssignableThread[]> {
    const subjects = JSON.stringify(candidateSubjects(candidates).map((subject) => ({ subject })))
    const params = { license_id: licenseId, subjects, ...positionParams(after), now, limit, last: limit - 1 }
    const rows = await this.#db.all(this.#statements.listAssignableThreads, params)
    return rows.map((row) => decodeAssignable(row, bounds))
  }

  async listWaiting(
    licenseId: number,
    { after, limit }: { readonly after: QueuePosition | null; readonly limit: number },
  ): Promise<readonly WaitingThread[]> {
    const params = { license_id: licenseId, ...positionParams(after), limit }
    const rows = await this.#db.all(this.#statements.listWaiting, params)
    return rows.map(decodeWaiting)
  }

  async getQueueStatus(licenseId: number, { waitingSince, chatId }: QueuePosition, limit: number) {
    const params = { license_id: licenseId, before_since: waitingSince, before_id: chatId, limit }
    const [row = {}] = await this.#db.all(this.#statements.getQueueStatus, params)
    const aheadCount = Math.min(integer(row, 'earlier_count') + integer(row, 'equal_count'), limit)
    return { aheadCount, isAccepting: flag(row, 'is_accepting') }
  }

  async listPositionsBefore(licenseId: number, { waitingSince, chatId }: QueuePosition, limit: number) {
    const params = { license_id: licenseId, before_since: waitingSince, before_id: chatId, limit }
    const rows = await this.#db.all(this.#statements.listPositionsBefore, params)
    return rows.map((row) => ({ waitingSince: integer(row, 'waiting_since'), chatId: text(row, 'chat_id') }))
  }

  async getQueueFront(licenseId: number, limit: number) {
    const rows = await this.#db.all(this.#statements.getQueueFront, { license_id: licenseId, limit })
    const positions = rows.map((row) => ({
      waitingSince: integer(row, 'waiting_since'),
      chatId: text(row, 'chat_id'),
      customerId: textOrNull(row, 'customer_id'),
    }))
    return { positions, isAccepting: rows.some((row) => flag(row, 'is_accepting')) }
  }

  async listTimed(
    until: number,
    { after, limit }: { readonly after: ThreadTimer | null; readonly limit: number },
  ): Promise<readonly TimedThread[]> {
    const behind = { after_at: after?.timerAt ?? Number.MIN_SAFE_INTEGER, after_id: after?.chatId ?? '' }
    const rows = await this.#db.all(this.#statements.listTimed, { until, ...behind, limit })
    return rows.map(decodeTimed)
  }

  async listDeparted(
    now: number,
    { after, limit }: Parameters<RoutingReads['listDeparted']>[1],
  ): Promise<readonly DepartedAgent[]> {
    const behind = { after_until: after?.onlineUntil ?? 0, after_id: after?.id ?? '' }
    const rows = await this.#db.all(this.#statements.listDeparted, { now, ...behind, limit })
    return rows.map((row) => ({
      id: text(row, 'id'),
      licenseId: integer(row, 'license_id'),
      onlineUntil: integer(row, 'online_until'),
    }))
  }

  async listActiveChats(agentId: string, limit: number): Promise<readonly string[]> {
    const rows = await this.#db.all(this.#statements.listActiveChats, { agent_id: agentId, limit })
    return rows.map((row) => text(row, 'chat_id'))
  }
}

export class SqlRouting extends SqlRoutingReads implements RoutingWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof routingStatements>
  readonly #chats: Pick<RoutingWrites, 'stopWaiting'>

  constructor(
    db: SqlExecutor,
    statements: ReturnType<typeof routingStatements>,
    chats: Pick<RoutingWrites, 'stopWaiting'>,
  ) {
    super(db, statements)
    this.#db = db
    this.#statements = statements
    this.#chats = chats
  }

  async lockAvailable(licenseId: number, agentIds: readonly string[]): Promise<readonly AvailableAgent[]> {
    const { lockAvailable, readAvailable } = this.#statements
    const locked = await this.#db.all(lockAvailable, { license_id: licenseId, ids: agentIds })
    if (locked.length === 0) return []
    const rows = await this.#db.all(readAvailable, { ids: locked.map((row) => text(row, 'id')) })
    return rows.map(decodeAvailable)
  }

  async recordAssignments(agentIds: readonly string[], at: number): Promise<void> {
    if (agentIds.length === 0) return
    await this.#db.run(this.#statements.recordAssignments, { ids: agentIds, at })
  }

  stopWaiting(chatId: string, at: number): Promise<ChatHead> {
    return this.#chats.stopWaiting(chatId, at)
  }

  async postponeTimers(timers: readonly ThreadTimer[]): Promise<void> {
    if (timers.length === 0) return
    const rows = timers.map(({ chatId, timerAt }) => ({ chat_id: chatId, timer_at: timerAt }))
    await this.#db.run(this.#statements.postponeTimers, encodeRows<typeof timerColumns>(rows))
  }

  async claimTimed(
    chatId: string,
    until: number,
  ): Promise<{ readonly head: ChatHead; readonly timed: TimedThread } | undefined> {
    const row = await first(this.#db, this.#statements.claimTimed, { chat_id: chatId, until })
    return row && { head: decodeHead(row), timed: decodeTimed(row) }
  }

  async setIdle(chatId: string, timerAt: number): Promise<void> {
    const count = await this.#db.run(this.#statements.setIdle, { chat_id: chatId, timer_at: timerAt })
    if (count === 0) throw new TypeError(`chat ${chatId} has no timed thread`)
  }

  async lockDeparted(agentId: string, now: number): Promise<boolean> {
    return (await first(this.#db, this.#statements.lockDeparted, { id: agentId, now })) !== undefined
  }

  async logOut(agentId: string, now: number): Promise<boolean> {
    // Waits for the lock first, so that the next statement sees what was committed meanwhile.
    await this.#db.all(this.#statements.lockAgent, { id: agentId })
    const count = await this.#db.run(this.#statements.logOut, { id: agentId, now })
    return count > 0
  }
}

/** Returns the parameters to continue after a position. `null` starts at the beginning. */
function positionParams(after: QueuePosition | null) {
  return { after_since: after?.waitingSince ?? -1, after_id: after?.chatId ?? '' }
}

function candidateSubjects(candidates: readonly CandidateAgent[]): readonly string[] {
  if (candidates.length === 0) return []
  if (candidates.some(({ permission }) => permission === 'administrator')) return [everyWaiting]
  const groups = candidates.flatMap((candidate) => candidate.groups.map(({ id }) => id))
  return [unscopedWaiting, ...scopeSubjects({ groups, agents: candidates.map(({ id }) => id) })]
}

function decodeAvailable(row: Row): AvailableAgent {
  return {
    id: text(row, 'id'),
    permission: decodePermission(row),
    groups: json<AvailableAgent['groups']>(row, 'groups'),
    maxChatsCount: integer(row, 'max_chats_count'),
    activeChatsCount: integer(row, 'active_chats_count'),
    lastAssignedAt: integerOrNull(row, 'last_assigned_at'),
  }
}

function decodeTimed(row: Row): TimedThread {
  const timeoutsFrom = integer(row, 'timeouts_from')
  return {
    chatId: text(row, 'chat_id'),
    timerAt: integer(row, 'timer_at'),
    timeoutsFrom,
    isIdleAnnounced: integerOrNull(row, 'idle_told_from') === timeoutsFrom,
  }
}

/** Decodes a chat whose thread is waiting. */
function decodeWaiting(row: Row): WaitingThread {
  return waitingThread(row, decodeHead(row))
}

function decodeAssignable(row: Row, { membersPerChat, usersPerThread }: UserBounds): AssignableThread {
  const head = decodeHead(row)
  const thread = waitingThread(row, head)
  const named = nestedRows(row, 'named_agents').map((agent) => text(agent, 'user_id'))
  const isFull = head.members.length >= membersPerChat || integer(row, 'user_count') >= usersPerThread
  return Object.assign(
    { formerAgentIds: named.filter((id) => !thread.agentIds.includes(id)), isFull },
    thread,
  )
}

function waitingThread(row: Row, { id, thread, scopes, members }: ChatHead): WaitingThread {
  const agentIds = members.filter(({ kind }) => kind === 'agent').map((member) => member.id)
  return { chatId: id, threadId: thread.id, waitingSince: integer(row, 'waiting_since'), scopes, agentIds }
}
