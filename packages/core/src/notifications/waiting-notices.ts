import type { EventType } from '../model/event.js'
import type { Clock } from '../ports/clock.js'
import type { PushMessage } from '../ports/push-service.js'

/** The latest event of a notification, as the notification shows it. */
export interface ShownEvent {
  readonly author: { readonly kind: 'customer' | 'agent'; readonly id: string } | null
  readonly type: EventType
  readonly body: string
}

/** A pending notification of one agent about one chat. */
export interface WaitingNotice
  extends Pick<PushMessage, 'licenseId' | 'agentId' | 'chatId' | 'threadId' | 'reason'> {
  readonly event: ShownEvent | null
  readonly eventCount: number
}

export interface WaitingNoticesOptions {
  readonly clock: Clock
  /** Minimum time between two notifications of an agent about the same chat, in milliseconds. */
  readonly intervalMs: number
  /** Maximum number of pending notifications of all licenses together. */
  readonly maxCount: number
  /** Called when a notification was dropped because the limit was reached. */
  readonly onDropped: (licenseId: number) => void
}

/** An agent and a chat with a recent notification. */
interface RecentNotice {
  readonly until: number
  /** Notification for what has happened since then. */
  notice: WaitingNotice | null
}

/** Maximum share of the pending notifications that one license may use. */
const licenseShare = 1 / 4

/** Collects pending notifications: at most one per agent and chat, and at most one in each interval. */
export class WaitingNotices {
  readonly #options: WaitingNoticesOptions
  readonly #due = new Map<string, WaitingNotice>()
  /** Recent notifications. All of them wait for the same time, so the first ones expire first. */
  readonly #resting = new Map<string, RecentNotice>()
  readonly #countByLicense = new Map<number, number>()
  #count = 0

  constructor(options: WaitingNoticesOptions) {
    this.#options = options
  }

  add(notice: WaitingNotice): void {
    const key = keyOf(notice)
    const resting = this.#resting.get(key)
    const earlier = resting === undefined ? this.#due.get(key) : resting.notice
    if (earlier == null && !this.#reserve(notice.licenseId)) return
    const merged = earlier == null ? notice : merge(earlier, notice)
    if (resting === undefined) this.#due.set(key, merged)
    else resting.notice = merged
  }

  /**
   * Removes and returns at most `count` due notifications of licenses for which `isOpen` returns true, the oldest ones
   * first.
   */
  take(count: number, isOpen: (licenseId: number) => boolean): readonly WaitingNotice[] {
    this.#endRests()
    const taken: WaitingNotice[] = []
    for (const [key, notice] of this.#due) {
      if (taken.length === count) break
      if (!isOpen(notice.licenseId)) continue
      this.#due.delete(key)
      this.#release(notice.licenseId)
      this.#pause(key)
      taken.push(notice)
    }
    return taken
  }

  #endRests(): void {
    const now = this.#options.clock.monotonic()
    for (const [key, { until, notice }] of this.#resting) {
      if (until > now && this.#resting.size <= this.#options.maxCount) return
      this.#resting.delete(key)
      if (notice !== null) this.#due.set(key, notice)
    }
  }

  #pause(key: string): void {
    const { clock, intervalMs } = this.#options
    if (intervalMs > 0) this.#resting.set(key, { until: clock.monotonic() + intervalMs, notice: null })
  }

  #reserve(licenseId: number): boolean {
    const { maxCount, onDropped } = this.#options
    const count = this.#countByLicense.get(licenseId) ?? 0
    const hasCapacity = this.#count < maxCount && count < maxCount * licenseShare
    if (hasCapacity) this.#setCount(licenseId, count, 1)
    else onDropped(licenseId)
    return hasCapacity
  }

  #release(licenseId: number): void {
    this.#setCount(licenseId, this.#countByLicense.get(licenseId) ?? 0, -1)
  }

  #setCount(licenseId: number, before: number, change: 1 | -1): void {
    this.#count += change
    if (before + change === 0) this.#countByLicense.delete(licenseId)
    else this.#countByLicense.set(licenseId, before + change)
  }
}

function keyOf({ agentId, chatId }: WaitingNotice): string {
  return `${agentId}\n${chatId}`
}

/**
 * Merges two notifications of an agent about a chat. The reason `assigned` stays, because the agent has not been
 * notified of it yet.
 */
function merge(earlier: WaitingNotice, later: WaitingNotice): WaitingNotice {
  return {
    licenseId: later.licenseId,
    agentId: later.agentId,
    chatId: later.chatId,
    threadId: later.threadId ?? earlier.threadId,
    reason: earlier.reason === 'assigned' ? 'assigned' : later.reason,
    event: later.event ?? earlier.event,
    eventCount: earlier.eventCount + later.eventCount,
  }
}
