import type { EventType } from '../model/event.js'
import type { Clock } from '../ports/clock.js'
import type { PushMessage } from '../ports/push-service.js'

/** How the last event that is notified of is shown. */
export interface ShownEvent {
  readonly author: { readonly kind: 'customer' | 'agent'; readonly id: string } | null
  readonly type: EventType
  readonly body: string
}

/** What one agent is to be notified of, of one chat. */
export interface WaitingNotice
  extends Pick<PushMessage, 'licenseId' | 'agentId' | 'chatId' | 'threadId' | 'reason'> {
  readonly event: ShownEvent | null
  readonly eventCount: number
}

export interface WaitingNoticesOptions {
  readonly clock: Clock
  /** From one notice of an agent and a chat to the next. */
  readonly intervalMs: number
  /** Of all licenses together. */
  readonly maxCount: number
  /** One was dropped for want of room. */
  readonly dropped: (licenseId: number) => void
}

/** An agent and a chat of which a notice was taken lately. */
interface Resting {
  readonly until: number
  /** What has happened since then. */
  notice: WaitingNotice | null
}

/** No license has more than this part of the whole. */
const licenseShare = 1 / 4

/** What agents are to be notified of: at most one notice for an agent and a chat, and one in each interval. */
export class WaitingNotices {
  readonly #options: WaitingNoticesOptions
  readonly #due = new Map<string, WaitingNotice>()
  /** All for the same time, so the first ones end first. */
  readonly #resting = new Map<string, Resting>()
  readonly #countByLicense = new Map<number, number>()
  #count = 0

  constructor(options: WaitingNoticesOptions) {
    this.#options = options
  }

  add(notice: WaitingNotice): void {
    const key = keyOf(notice)
    const resting = this.#resting.get(key)
    const earlier = resting === undefined ? this.#due.get(key) : resting.notice
    if (earlier == null && !this.#takeRoom(notice.licenseId)) return
    const merged = earlier == null ? notice : merge(earlier, notice)
    if (resting === undefined) this.#due.set(key, merged)
    else resting.notice = merged
  }

  /** At most so many that are due, of licenses that are open, those that wait for longest first. */
  take(count: number, isOpen: (licenseId: number) => boolean): readonly WaitingNotice[] {
    this.#endRests()
    const taken: WaitingNotice[] = []
    for (const [key, notice] of this.#due) {
      if (taken.length === count) break
      if (!isOpen(notice.licenseId)) continue
      this.#due.delete(key)
      this.#leaveRoom(notice.licenseId)
      this.#rest(key)
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

  #rest(key: string): void {
    const { clock, intervalMs } = this.#options
    if (intervalMs > 0) this.#resting.set(key, { until: clock.monotonic() + intervalMs, notice: null })
  }

  #takeRoom(licenseId: number): boolean {
    const { maxCount, dropped } = this.#options
    const count = this.#countByLicense.get(licenseId) ?? 0
    const hasRoom = this.#count < maxCount && count < maxCount * licenseShare
    if (hasRoom) this.#setCount(licenseId, count, 1)
    else dropped(licenseId)
    return hasRoom
  }

  #leaveRoom(licenseId: number): void {
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

/** Who has become a member has not yet been told so. */
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
