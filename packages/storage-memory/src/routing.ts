import type {
  Agent,
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
import { getChat, getLastThread, threadKey } from './chat-rows.js'
import { compare, type SortKey, sorted } from './order.js'
import type { ThreadRow } from './rows.js'
import type { Run, Tables } from './tables.js'
import { stopWaiting } from './waiting.js'

export const routingReads = (run: Run): RoutingReads => ({
  listAssignableLicenses: ({ after, limit }) =>
    run((tables) => {
      const waiting = tables.chats.rows(({ head }) => isWaiting(head)).map(({ head }) => head.licenseId)
      const isAssignable = (id: number) => waiting.includes(id) && availableOf(tables, id).length > 0
      const ids = tables.licenses.rows(({ id }) => id > (after ?? 0) && isAssignable(id)).map(({ id }) => id)
      return ids.sort((left, right) => left - right).slice(0, limit)
    }),
  listAvailable: (licenseId, limit) =>
    run((tables) => {
      const withCapacity = availableOf(tables, licenseId)
        .map((agent) => availableAgent(tables, agent))
        .filter(({ activeChatsCount, maxChatsCount }) => activeChatsCount < maxChatsCount)
      const byAssignment = sorted(withCapacity, ({ lastAssignedAt, id }) => [lastAssignedAt ?? -1, id])
      return sorted(byAssignment, ({ activeChatsCount }) => [activeChatsCount, '']).slice(0, limit)
    }),
  listAssignableThreads: (licenseId, candidates, { after, limit, now, bounds }) =>
    run((tables) => {
      const sees = (thread: WaitingThread) => candidates.some((candidate) => maySee(candidate, thread))
      const isFree = ({ chatId }: WaitingThread) => !isBannedIn(tables, chatId, now)
      const assignable = queueOf(tables, licenseId).filter((thread) => {
        return isBehind(thread, after) && sees(thread) && isFree(thread)
      })
      return assignable.slice(0, limit).map((thread) => assignableThread(tables, thread, bounds))
    }),
  listWaiting: (licenseId, { after, limit }) =>
    run((tables) => {
      const behind = queueOf(tables, licenseId).filter((thread) => isBehind(thread, after))
      return behind.slice(0, limit)
    }),
  getQueueStatus: (licenseId, position, limit) =>
    run((tables) => {
      const ahead = queueOf(tables, licenseId).filter(
        (thread) => compare(sortKeyOf(thread), sortKeyOf(position)) < 0,
      )
      return { aheadCount: Math.min(ahead.length, limit), isAccepting: isAccepting(tables, licenseId) }
    }),
  listPositionsBefore: (licenseId, position, limit) =>
    run((tables) => {
      const ahead = queueOf(tables, licenseId).filter(
        (thread) => compare(sortKeyOf(thread), sortKeyOf(position)) < 0,
      )
      return ahead.slice(0, limit).map(({ waitingSince, chatId }) => ({ waitingSince, chatId }))
    }),
  getQueueFront: (licenseId, limit) =>
    run((tables) => {
      const positions = queueOf(tables, licenseId)
        .slice(0, limit)
        .map(({ waitingSince, chatId }) => {
          const { members } = getChat(tables, chatId).head
          const customerId = members.find(({ kind }) => kind === 'customer')?.id ?? null
          return { waitingSince, chatId, customerId }
        })
      return { positions, isAccepting: positions.length > 0 && isAccepting(tables, licenseId) }
    }),
  listTimed: (until, { after, limit }) =>
    run((tables) => {
      const follows = (thread: ThreadTimer) =>
        after === null || compare(timerKeyOf(thread), timerKeyOf(after)) > 0
      const due = timed(tables)
        .map(timedThread)
        .filter((thread) => thread.timerAt <= until && follows(thread))
      return sorted(due, timerKeyOf).slice(0, limit)
    }),
  listDeparted: (now, { after, limit }) =>
    run(({ agents }) => {
      const follows = (agent: DepartedRow) =>
        after === null || compare(departureKeyOf(agent), departureKeyOf(after)) > 0
      const departed = agents.rows().filter((agent) => hasDeparted(agent, now))
      const earliestFirst = sorted(departed.filter(follows), departureKeyOf).slice(0, limit)
      return earliestFirst.map(({ id, licenseId, onlineUntil }) => ({ id, licenseId, onlineUntil }))
    }),
  listActiveChats: (agentId, limit) => run((tables) => activeChatsOf(tables, agentId).slice(0, limit)),
})

export const routingWrites = (run: Run): RoutingWrites => ({
  lockAvailable: (licenseId, agentIds) =>
    run((tables) => {
      const named = availableOf(tables, licenseId).filter(({ id }) => agentIds.includes(id))
      return named.map((agent) => availableAgent(tables, agent))
    }),
  recordAssignments: (agentIds, at) =>
    run(({ assignments }) => {
      for (const agentId of agentIds) assignments.put(agentId, { at })
    }),
  stopWaiting: (chatId, at) => run((tables) => stopWaiting(tables, chatId, at)),
  postponeTimers: (timers) =>
    run((tables) => {
      for (const { chatId, timerAt } of timers) {
        const found = timedOf(tables, chatId)
        if (found !== undefined && found.row.timerAt < timerAt) setTimer(tables, found, { timerAt })
      }
    }),
  claimTimed: (chatId, until) =>
    run((tables) => {
      const found = timedOf(tables, chatId)
      if (found === undefined || found.row.timerAt > until) return undefined
      return { head: found.head, timed: timedThread(found) }
    }),
  setIdle: (chatId, timerAt) =>
    run((tables) => {
      const found = timedOf(tables, chatId)
      if (found === undefined) throw new TypeError(`chat ${chatId} has no timed thread`)
      setTimer(tables, found, { timerAt, idleToldFrom: found.row.timeoutsFrom })
    }),
  lockDeparted: (agentId, now) =>
    run(({ agents }) => {
      const agent = agents.get(agentId)
      return agent !== undefined && hasDeparted(agent, now)
    }),
  logOut: (agentId, now) =>
    run((tables) => {
      const agent = tables.agents.get(agentId)
      if (agent === undefined || !hasDeparted(agent, now)) return false
      if (activeChatsOf(tables, agentId).length > 0) return false
      tables.agents.patch(agentId, { onlineUntil: 0 })
      return true
    }),
  ...routingReads(run),
})

const timerKeyOf = ({ timerAt, chatId }: ThreadTimer): SortKey => [timerAt, chatId]
type DepartedRow = Pick<DepartedAgent, 'id' | 'onlineUntil'>
const departureKeyOf = ({ onlineUntil, id }: DepartedRow): SortKey => [onlineUntil, id]
const sortKeyOf = ({ waitingSince, chatId }: QueuePosition): SortKey => [waitingSince, chatId]

const isBehind = (thread: QueuePosition, after: QueuePosition | null) =>
  after === null || compare(sortKeyOf(thread), sortKeyOf(after)) > 0

const isWaiting = ({ thread }: ChatHead) => thread.waitingSince !== null

const isAccepting = (tables: Tables, licenseId: number) => availableOf(tables, licenseId).length > 0

/** Returns the available agents of a license by ascending id. */
function availableOf({ agents }: Tables, licenseId: number): readonly Agent[] {
  const available = agents.rows(
    (agent) =>
      agent.licenseId === licenseId &&
      agent.onlineUntil === 'forever' &&
      agent.routingStatus === 'accepting_chats',
  )
  return sorted(available, ({ id }) => [0, id])
}

function availableAgent(tables: Tables, { id, permission, groups, maxChatsCount }: Agent): AvailableAgent {
  return {
    id,
    permission,
    groups,
    maxChatsCount,
    activeChatsCount: activeChatsOf(tables, id).length,
    lastAssignedAt: tables.assignments.get(id)?.at ?? null,
  }
}

function activeChatsOf(tables: Tables, agentId: string): readonly string[] {
  const isIn = (head: ChatHead) => head.members.some(({ id, kind }) => id === agentId && kind === 'agent')
  const active = timed(tables).filter(({ head }) => isIn(head))
  return active.map(({ head }) => head.id).sort()
}

function hasDeparted(agent: Agent, now: number): agent is Agent & { readonly onlineUntil: number } {
  const { onlineUntil } = agent
  return onlineUntil !== 'forever' && onlineUntil > 0 && onlineUntil <= now
}

function queueOf({ chats }: Tables, licenseId: number): readonly WaitingThread[] {
  const waiting = chats.rows(({ head }) => head.licenseId === licenseId && isWaiting(head))
  return sorted(
    waiting.flatMap(({ head }) => waitingThread(head)),
    sortKeyOf,
  )
}

function waitingThread({ id, thread, scopes, members }: ChatHead): WaitingThread[] {
  const { waitingSince } = thread
  if (waitingSince === null) return []
  const agentIds = members.filter(({ kind }) => kind === 'agent').map((member) => member.id)
  return [{ chatId: id, threadId: thread.id, waitingSince, scopes, agentIds }]
}

/** Returns whether a customer in the chat is banned. */
function isBannedIn(tables: Tables, chatId: string, now: number): boolean {
  const { members } = getChat(tables, chatId).head
  return members.some(({ id }) => (tables.customers.get(id)?.bannedUntil ?? now) > now)
}

function assignableThread(
  tables: Tables,
  thread: WaitingThread,
  { membersPerChat, usersPerThread }: UserBounds,
): AssignableThread {
  const { agents, formerAgents } = tables
  const isAgent = (id: string) => (agents.get(id) ?? formerAgents.get(id)) !== undefined
  const { head } = getChat(tables, thread.chatId)
  const { userIds } = getLastThread(tables, head).thread
  const formerAgentIds = userIds.filter((id) => isAgent(id) && !thread.agentIds.includes(id))
  const isFull = head.members.length >= membersPerChat || userIds.length >= usersPerThread
  return Object.assign({ formerAgentIds, isFull }, thread)
}

function maySee({ id, permission, groups }: CandidateAgent, { scopes, agentIds }: WaitingThread): boolean {
  if (permission === 'administrator' || agentIds.includes(id)) return true
  if (scopes.groups.length + scopes.agents.length === 0 || scopes.agents.includes(id)) return true
  return groups.some((group) => scopes.groups.includes(group.id))
}

interface TimedRow {
  readonly head: ChatHead
  readonly row: ThreadRow
}

/** Returns the active threads that are not waiting. */
function timed(tables: Tables): readonly TimedRow[] {
  const served = tables.chats.rows(({ head }) => head.thread.isActive && !isWaiting(head))
  return served.map(({ head }) => ({ head, row: getLastThread(tables, head) }))
}

function timedOf(tables: Tables, chatId: string): TimedRow | undefined {
  return timed(tables).find(({ head }) => head.id === chatId)
}

function timedThread({ head, row }: TimedRow): TimedThread {
  const { timerAt, timeoutsFrom, idleToldFrom } = row
  return { chatId: head.id, timerAt, timeoutsFrom, isIdleAnnounced: idleToldFrom === timeoutsFrom }
}

function setTimer({ threads }: Tables, { head }: TimedRow, changes: Partial<ThreadRow>): void {
  threads.patch(threadKey(head.id, head.thread.order), changes)
}
