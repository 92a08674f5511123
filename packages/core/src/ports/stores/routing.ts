import type { ChatHead } from '../../model/chat.js'
import type {
  AssignableThread,
  AvailableAgent,
  CandidateAgent,
  QueuePosition,
  UserBounds,
  WaitingThread,
} from '../../model/routing.js'

export interface AssignablePage {
  readonly after: QueuePosition | null
  readonly limit: number
  /** What bans are held against. */
  readonly now: number
  /** What `isFull` goes by. */
  readonly bounds: UserBounds
}

/** A place in a line, and the customer of the chat, if there is one. */
export interface CustomerQueuePosition extends QueuePosition {
  readonly customerId: string | null
}

/** The first places of a line. */
export interface QueueFront {
  readonly places: readonly CustomerQueuePosition[]
  /** Whether anybody accepts chats; never, where nobody waits. */
  readonly isAccepting: boolean
}

/** A timer of an active thread that does not wait. */
export interface ThreadTimer {
  readonly chatId: string
  readonly timerAt: number
}

/** What it is looked at for. */
export interface TimedThread extends ThreadTimer {
  /** As `ChatReads.timeoutsFrom` answers it. */
  readonly timeoutsFrom: number
  /** `setIdle` has said so, and nothing has moved `timeoutsFrom` since. */
  readonly isIdleAnnounced: boolean
}

/** An agent who is to be logged out: nobody of theirs is connected, and the grace is over. */
export interface DepartedAgent {
  readonly id: string
  readonly licenseId: number
  /** When the grace was over. */
  readonly onlineUntil: number
}

/**
 * A thread waits, is timed, or is closed. Every active thread that does not wait has a timer, which stands at first at what
 * its times count from when it opens, or waits no more; events that come do not move it. All instants of threads and timers
 * are by the steady clock of the nodes (decisions §16.21).
 *
 * Nothing here takes longer for chats whose thread is closed, or for agents who are not connected.
 */
export interface RoutingReads {
  /** Licenses in which a thread waits and somebody is connected and accepting, by ascending id, after `after`. */
  listAssignableLicenses(page: {
    readonly after: number | null
    readonly limit: number
  }): Promise<readonly number[]>
  /**
   * Agents who are connected and accepting, and have fewer active chats than they can: the fewest first, then the longest
   * since they were last assigned, never before all others, then by id.
   */
  listAvailable(licenseId: number, limit: number): Promise<readonly AvailableAgent[]>
  /**
   * Longest-waiting first, equal ones by id, those behind `after`: threads of chats that one of these agents at least sees
   * (decisions §5.2), and in which no customer is banned at `now`. How many others wait does not matter, but for those of
   * customers who are banned.
   */
  listAssignableThreads(
    licenseId: number,
    takers: readonly CandidateAgent[],
    page: AssignablePage,
  ): Promise<readonly AssignableThread[]>
  /** The line of a license, longest-waiting first, equal ones by id; those behind `after`. */
  listWaiting(
    licenseId: number,
    page: { readonly after: QueuePosition | null; readonly limit: number },
  ): Promise<readonly WaitingThread[]>
  /**
   * How many threads stand before that place in the line of the license, counted up to `limit`, and whether anybody accepts
   * chats: whether an agent of the license is connected and accepting, with room or without.
   */
  queueStatus(
    licenseId: number,
    place: QueuePosition,
    limit: number,
  ): Promise<{ readonly aheadCount: number; readonly isAccepting: boolean }>
  /** The first places of the line of a license that stand before that one, at most `limit`, in its order. */
  listPositionsBefore(
    licenseId: number,
    place: QueuePosition,
    limit: number,
  ): Promise<readonly QueuePosition[]>
  /** The first places of `listWaiting`, and whether anybody accepts chats as `queueStatus` tells it. */
  queueFront(licenseId: number, limit: number): Promise<QueueFront>
  /** Threads whose timer stands at `until` or before, the earliest first, equal ones by id; those behind `after`. */
  listTimed(
    until: number,
    page: { readonly after: ThreadTimer | null; readonly limit: number },
  ): Promise<readonly TimedThread[]>
  /**
   * Agents who were logged in until `now` or before, and of whom `logOut` has not said it yet: the earliest first, equal
   * ones by id; those behind `after`.
   */
  listDeparted(
    now: number,
    page: { readonly after: Pick<DepartedAgent, 'id' | 'onlineUntil'> | null; readonly limit: number },
  ): Promise<readonly DepartedAgent[]>
  /** Chats that count as an agent's active ones, by ascending id. */
  listActiveChats(agentId: string, limit: number): Promise<readonly string[]>
}

/**
 * Who locks several things locks chats by ascending id, and agents after them: so no two transactions wait for each
 * other.
 */
export interface RoutingWrites extends RoutingReads {
  /**
   * Those of these agents who are connected and accepting, whether they have room or not. Until this transaction ends no
   * other changes who is, locks them, or logs them out; what others have committed before is counted.
   */
  lockAvailable(licenseId: number, agentIds: readonly string[]): Promise<readonly AvailableAgent[]>
  /** They were assigned at `at`. */
  recordAssignments(agentIds: readonly string[], at: number): Promise<void>
  /**
   * A member is there for the thread that waits: as `addMembers` with an agent, without adding anybody. Where none waits
   * nothing changes, the revision included. Presumes that this transaction has locked the chat.
   */
  stopWaiting(chatId: string, at: number): Promise<ChatHead>
  /** Sets timers to later than they stand, and leaves those that stand there already, or are there no more. */
  postponeTimers(timers: readonly ThreadTimer[]): Promise<void>
  /**
   * The chat, locked as by `ChatWrites.lock`, where its thread is timed and the timer stands at `until` or before; else, or
   * where another transaction has it, `undefined`: nobody waits.
   */
  claimTimed(
    chatId: string,
    until: number,
  ): Promise<{ readonly head: ChatHead; readonly timed: TimedThread } | undefined>
  /**
   * Its users were told of the present silence: that holds until its times count from later. Its timer is set too. For a
   * timed thread that this transaction has locked.
   */
  setIdle(chatId: string, timerAt: number): Promise<void>
  /**
   * Whether `listDeparted` would answer the agent. If so no other logs them in, or out, until this transaction ends; what
   * others have committed before is counted.
   */
  lockDeparted(agentId: string, now: number): Promise<boolean>
  /**
   * The agent is logged out from now on, and `listDeparted` does not answer them any more; whether it did so. `false`, with
   * nothing written: they are back, were logged out already, or have active chats.
   */
  logOut(agentId: string, now: number): Promise<boolean>
}
