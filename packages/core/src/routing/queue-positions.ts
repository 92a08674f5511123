import type { Job, Run } from '../background/part.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import { queuePositionUpdated } from '../contract/customer-pushes.js'
import { lastCountedPosition, type QueueState } from '../domain/routing/queue-position.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { QueueFront } from '../ports/stores/routing.js'
import { pushFrame } from '../push/encoded-push.js'
import type { PushTarget } from '../push/push-target.js'
import { queueView } from '../views/queue.js'
import { type AnnouncedPosition, type LicenseListeners, QueueListeners } from './queue-listeners.js'

export interface QueuePositionsDependencies {
  readonly read: Pick<StorageReads, 'routing'>
  readonly clock: Clock
  readonly steady: SteadyClock
  readonly failures: FailureLog
}

/** Time between two checks for due queues. */
const lookMs = 1_000
/** Time between two reads of one queue, and so between two pushes about a chat. */
const readMs = 5_000

/**
 * Pushes queue positions to customers who asked for them (decisions §7). Nothing is read when no connection asked; the
 * queue of a license is read once for all of its listeners.
 */
export class QueuePositions implements Job {
  readonly name = 'queue positions'
  readonly periodMs = lookMs
  readonly #dependencies: QueuePositionsDependencies
  readonly #listeners = new QueueListeners()

  constructor(dependencies: QueuePositionsDependencies) {
    this.#dependencies = dependencies
  }

  /** Pushes positions to the connection from now on. */
  add(target: PushTarget): void {
    this.#listeners.add(target)
  }

  /** Stops pushing positions to the connection. */
  remove(target: PushTarget): void {
    this.#listeners.remove(target)
  }

  async run(run: Run): Promise<void> {
    const { clock } = this.#dependencies
    for (const [licenseId, listeners] of this.#listeners.listDue(clock.monotonic())) {
      if (run.aborted) return
      await this.#announceLicense(run, licenseId, listeners)
      listeners.dueAt = clock.monotonic() + readMs
    }
  }

  /**
   * Reads the queue and pushes the positions of one license. A failure is logged, does not affect other licenses, and
   * is retried when the queue is next due.
   */
  async #announceLicense(run: Run, licenseId: number, listeners: LicenseListeners): Promise<void> {
    const { read, failures } = this.#dependencies
    try {
      this.#announce(listeners, await read.routing.getQueueFront(licenseId, lastCountedPosition))
    } catch (cause) {
      if (run.aborted) return
      failures.write('Queue positions could not be pushed', 'routing', { licenseId, cause })
    }
  }

  #announce(listeners: LicenseListeners, { positions, isAccepting }: QueueFront): void {
    const announced = new Map<string, AnnouncedPosition>()
    for (const [index, { chatId, customerId, waitingSince }] of positions.entries()) {
      const targets = customerId === null ? undefined : listeners.targets.get(customerId)
      if (targets === undefined) continue
      const queueState = { position: index + 1, waitingSince, isAccepting }
      const announcement = `${queueState.position} ${isAccepting}`
      const former = listeners.announced.get(chatId)
      announced.set(chatId, { announcement, targets: new Set(targets) })
      const isNew = (target: PushTarget) =>
        former?.announcement !== announcement || !former.targets.has(target)
      const unannounced = [...targets].filter(isNew)
      if (unannounced.length > 0) this.#push(chatId, queueState, unannounced)
    }
    listeners.announced = announced
  }

  /** Pushes the position to each connection. A failure of one connection does not affect others. */
  #push(chatId: string, queueState: QueueState, targets: readonly PushTarget[]): void {
    const { steady, failures } = this.#dependencies
    const payload = { chat_id: chatId, queue: queueView(queueState, steady.now()) }
    const frame = pushFrame(queuePositionUpdated.name, JSON.stringify(payload))
    for (const target of targets) {
      try {
        target.push(frame, null)
      } catch (cause) {
        const { licenseId } = target.caller.principal
        failures.write('A push to a connection failed', 'internal', { licenseId, cause })
      }
    }
  }
}
