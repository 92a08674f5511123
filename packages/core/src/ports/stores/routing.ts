import type { ChatHead } from '../../model/chat.js'
import type {
  AssignableThread,
  AvailableAgent,
  CandidateAgent,
  QueuePosition,
  UserBounds,
  WaitingThread,
} from '../../model/routing.js'

/** Which part of the assignable threads to read. */
export interface AssignablePage {
  readonly after: QueuePosition | null
  readonly limit: number
  /** Time that bans are compared with. */
  readonly now: number
  /** Limits that decide `isFull`. */
  readonly bounds: UserBounds
}

/** A queue position with the customer of the chat; `null` when the chat has no customer. */
export interface CustomerQueuePosition extends QueuePosition {
  readonly customerId: string | null
}

/** The first positions of a queue. */
export interface QueueFront {
  readonly positions: readonly CustomerQueuePosition[]
  /** Whether an agent of the license accepts chats; always `false` when no thread waits. */
  readonly isAccepting: boolean
}

/** The timer of an active thread that does not wait. It says when to look at the thread. */
export interface ThreadTimer {
  readonly chatId: string
  readonly timerAt: number
}

/** A thread whose timer is looked at. */
export interface TimedThread extends ThreadTimer {
  /** Start of the idle and closing time, as `ChatReads.getTimeoutsFrom` returns it. */
  readonly timeoutsFrom: number
  /** Whether `setIdle` was called, and nothing has moved `timeoutsFrom` since. */
  readonly isIdleAnnounced: boolean
}

/** An agent to log out: no connection is left, and the grace period is over. */
export interface DepartedAgent {
  readonly id: string
  readonly licenseId: number
  /** When the grace period ended. */
  readonly onlineUntil: number
}

/**
 * Reads what routing works with. An active thread waits or has a timer. A timer begins at the start of the idle and
 * closing time, when the thread opens or leaves the queue; new events do not move it. All instants of threads and
 * timers are by the steady clock of the nodes (decisions §16.21). No method costs more for chats whose thread is
 * closed, or for agents who are not connected.
 */
export interface RoutingReads {
  /**
   * Returns licenses in which a thread waits and an agent is connected and accepting, by ascending id, after `after`.
   */
  listAssignableLicenses(page: {
    readonly after: number | null
    readonly limit: number
  }): Promise<readonly number[]>
  /**
   * Returns agents who are connected and accepting, and have fewer active chats than their maximum: those with the
   * fewest first, then those assigned the longest ago, agents who were never assigned before all others, then by id.
   */
  listAvailable(licenseId: number, limit: number): Promise<readonly AvailableAgent[]>
  /**
   * Returns waiting threads that at least one of these agents sees (decisions §5.2), and in which no customer is banned
   * at `now`: the longest-waiting first, ties by id, after `after`. The cost does not grow with other waiting threads,
   * except those of banned customers.
   */
  listAssignableThreads(
    licenseId: number,
    candidates: readonly CandidateAgent[],
    page: AssignablePage,
  ): Promise<readonly AssignableThread[]>
  /** Returns the queue of a license, the longest-waiting first, ties by id, after `after`. */
  listWaiting(
    licenseId: number,
    page: { readonly after: QueuePosition | null; readonly limit: number },
  ): Promise<readonly WaitingThread[]>
  /**
   * Returns the number of threads ahead of that position in the queue of the license, counted up to `limit`, and
   * whether an agent of the license is connected and accepting, even one who has the maximum number of chats.
   */
  getQueueStatus(
    licenseId: number,
    position: QueuePosition,
    limit: number,
  ): Promise<{ readonly aheadCount: number; readonly isAccepting: boolean }>
  /**
   * Returns the first positions of the queue that are ahead of that one, at most `limit`, in the order of the queue.
   */
  listPositionsBefore(
    licenseId: number,
    position: QueuePosition,
    limit: number,
  ): Promise<readonly QueuePosition[]>
  /** Returns the first positions of `listWaiting`, and whether an agent accepts chats as in `getQueueStatus`. */
  getQueueFront(licenseId: number, limit: number): Promise<QueueFront>
  /** Returns threads whose timer is at or before `until`, the earliest first, ties by id, after `after`. */
  listTimed(
    until: number,
    page: { readonly after: ThreadTimer | null; readonly limit: number },
  ): Promise<readonly TimedThread[]>
  /**
   * Returns agents who were logged in until `now` or earlier, and whom `logOut` has not logged out yet: the earliest
   * first, ties by id, after `after`.
   */
  listDeparted(
    now: number,
    page: { readonly after: Pick<DepartedAgent, 'id' | 'onlineUntil'> | null; readonly limit: number },
  ): Promise<readonly DepartedAgent[]>
  /** Returns chats that count as active chats of an agent, by ascending id. */
  listActiveChats(agentId: string, limit: number): Promise<readonly string[]>
}

/**
 * Writes what routing decides. A transaction that locks several things locks chats by ascending id, and agents after
 * them, so that no two transactions wait for each other.
 */
export interface RoutingWrites extends RoutingReads {
  /**
   * Returns those of the agents who are connected and accepting, whether or not they have the maximum number of chats.
   * No other transaction changes that, locks them or logs them out until this one ends. What others have committed
   * before counts.
   */
  lockAvailable(licenseId: number, agentIds: readonly string[]): Promise<readonly AvailableAgent[]>
  /** Records that the agents were assigned at `at`. */
  recordAssignments(agentIds: readonly string[], at: number): Promise<void>
  /**
   * Takes the thread of the chat out of the queue because a member serves it: like `addMembers` with an agent, but
   * without adding a member. Nothing changes, the revision included, when it does not wait. The transaction has to lock
   * the chat first.
   */
  stopWaiting(chatId: string, at: number): Promise<ChatHead>
  /** Sets timers to a later time. Timers that are already there, or no longer exist, stay. */
  postponeTimers(timers: readonly ThreadTimer[]): Promise<void>
  /**
   * Returns the chat, locked as by `ChatWrites.lock`, when its thread has a timer at or before `until`. Otherwise, or
   * when another transaction holds the chat, returns `undefined` without waiting.
   */
  claimTimed(
    chatId: string,
    until: number,
  ): Promise<{ readonly head: ChatHead; readonly timed: TimedThread } | undefined>
  /**
   * Records that the present silence was announced, which holds until the start of its idle time moves, and sets the
   * timer. For a thread with a timer that this transaction has locked.
   */
  setIdle(chatId: string, timerAt: number): Promise<void>
  /**
   * Returns whether `listDeparted` would return the agent. If so, no other transaction logs the agent in or out until
   * this one ends. What others have committed before counts.
   */
  lockDeparted(agentId: string, now: number): Promise<boolean>
  /**
   * Logs the agent out, so that `listDeparted` no longer returns the agent. `false`, with nothing written, when the
   * agent is back, was logged out already, or has active chats.
   */
  logOut(agentId: string, now: number): Promise<boolean>
}
