import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import { appendRoutingMessage } from '../chats/append-routing-message.js'
import type { ChangedChat, ChatChange } from '../chats/chat-change.js'
import { closeThread } from '../chats/close-thread.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import { firstCheckMs, type SilenceStep, type SilenceTimes, silenceStep } from '../domain/routing/silence.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { ChatHead } from '../model/chat.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads } from '../ports/storage.js'
import type { ThreadTimer, TimedThread } from '../ports/stores/routing.js'
import type { Settings } from '../settings.js'
import { StorageError } from '../storage-error.js'

export interface SilentThreadsDependencies {
  readonly read: Pick<StorageReads, 'routing'>
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly ids: Ids
  readonly failures: FailureLog
  readonly settings: { readonly routing: SilenceTimes } & Pick<Settings, 'threadBounds'>
}

/** Maximum number of threads read together. */
const threadsPerLook = 100

/**
 * Notifies the users of a silent thread, once for each silence, and closes it later (decisions §7). A timer only tells
 * when to check: threads with new events get a new timer, many in one commit. Each other thread has a transaction of
 * its own, in which one node claims it.
 */
export class SilentThreads implements Job {
  readonly name = 'silent threads'
  readonly periodMs = 1_000
  readonly #dependencies: SilentThreadsDependencies
  readonly #times: SilenceTimes

  constructor(dependencies: SilentThreadsDependencies) {
    this.#dependencies = dependencies
    this.#times = dependencies.settings.routing
  }

  async run(run: Run): Promise<void> {
    const { read, steady } = this.#dependencies
    const lookMs = firstCheckMs(this.#times)
    if (lookMs === null) return
    const until = steady.now() - lookMs
    let after: ThreadTimer | null = null
    while (!run.aborted) {
      const page = { after, limit: threadsPerLook }
      const timed: readonly TimedThread[] = await read.routing.listTimed(until, page)
      await this.#look(run, timed, until)
      if (timed.length < threadsPerLook) return
      after = timed.at(-1) ?? null
    }
  }

  async #look(run: Run, timed: readonly TimedThread[], until: number): Promise<void> {
    const now = this.#dependencies.steady.now()
    const later: ThreadTimer[] = []
    const due: string[] = []
    for (const thread of timed) {
      const { chatId } = thread
      const step = silenceStep(thread, this.#times, now)
      if (step.kind === 'wait') later.push({ chatId, timerAt: step.timerAt })
      else due.push(chatId)
    }
    await this.#postpone(run, later)
    for (const chatId of due) if (!run.aborted) await this.#end(run, chatId, until)
  }

  async #postpone(run: Run, timers: readonly ThreadTimer[]): Promise<void> {
    if (timers.length === 0) return
    const { changes, clock } = this.#dependencies
    await changes.commit(createOrigin(run), clock.now(), [], async (tx) => {
      await tx.routing.postponeTimers(timers)
      return { response: undefined, facts: [] }
    })
  }

  /**
   * Notifies or closes one thread. A failure is logged and does not affect other threads, unless the storage is
   * unavailable; the next run finds the thread again.
   */
  async #end(run: Run, chatId: string, until: number): Promise<void> {
    try {
      await this.#claim(run, chatId, until)
    } catch (cause) {
      if (run.aborted || cause instanceof StorageError) throw cause
      const { failures } = this.#dependencies
      failures.write('A silent thread could not be closed or notified', 'routing', { chatId, cause })
    }
  }

  #claim(run: Run, chatId: string, until: number): Promise<void> {
    const { changes, clock, steady, ids } = this.#dependencies
    const [at, steadyAt] = [clock.now(), steady.now()]
    return changes.commit(createOrigin(run), at, [chatId], async (tx) => {
      const claimed = await tx.routing.claimTimed(chatId, until)
      if (claimed === undefined) return { response: undefined, facts: [] }
      const step = silenceStep(claimed.timed, this.#times, steadyAt)
      const change = { tx, at, steadyAt, newId: () => ids.uuid() }
      return { response: undefined, ...(await this.#take(change, claimed.head, step)) }
    })
  }

  async #take(change: ChatChange, head: ChatHead, step: SilenceStep): Promise<ChangedChat> {
    if (step.kind === 'wait') return { head, facts: [] }
    if (step.kind === 'close')
      return closeThread(change, head, { text: 'Nobody has written for a long time', userId: null })
    const message = { type: 'routing.idle', text: 'Nobody has written for a while' } as const
    await change.tx.routing.setIdle(head.id, step.timerAt)
    return appendRoutingMessage(change, head, message, this.#dependencies.settings.threadBounds)
  }
}
