import type { Background } from '../background/background.js'
import type { Job, Run } from '../background/job.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import { queuePositionUpdated } from '../contract/pushes/customer/index.js'
import { lastCountedPosition, type Standing } from '../domain/routing/standing.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { FrontOfLine } from '../ports/stores/routing.js'
import { pushFrame } from '../push/encoded-push.js'
import type { PushTarget } from '../push/push-target.js'
import { queueView } from '../views/queue.js'
import { type LicenseListeners, QueueListeners, type ToldPlace } from './queue-listeners.js'

export interface QueuePositionsDependencies {
  readonly read: Pick<StorageReads, 'routing'>
  readonly clock: Clock
  readonly steady: SteadyClock
  readonly failures: FailureLog
  readonly background: Pick<Background, 'add'>
}

/** Between two looks at whether a line is due. */
const lookMs = 1_000
/** Between two reads of one line, and so between two pushes about a chat. */
const readMs = 5_000

/**
 * Tells customers who asked for it where they stand in the line (decisions §7). Where nobody asked nothing is read, and
 * of a license one line, however many ask.
 */
export class QueuePositions implements Job {
  readonly name = 'queue positions'
  readonly periodMs = lookMs
  readonly #dependencies: QueuePositionsDependencies
  readonly #listeners = new QueueListeners()

  constructor(dependencies: QueuePositionsDependencies) {
    this.#dependencies = dependencies
    dependencies.background.add(this)
  }

  /** The connection is told from now on. */
  tell(target: PushTarget): void {
    this.#listeners.add(target)
  }

  /** The connection is told no more, if it was. */
  forget(target: PushTarget): void {
    this.#listeners.remove(target)
  }

  async run(run: Run): Promise<void> {
    const { clock } = this.#dependencies
    for (const [licenseId, listeners] of this.#listeners.due(clock.monotonic())) {
      if (run.aborted) return
      await this.#tellLicense(run, licenseId, listeners)
      listeners.dueAt = clock.monotonic() + readMs
    }
  }

  /** What fails is tried again when the line is due the next time; other licenses are not concerned. */
  async #tellLicense(run: Run, licenseId: number, listeners: LicenseListeners): Promise<void> {
    const { read, failures } = this.#dependencies
    try {
      this.#tellFront(listeners, await read.routing.frontOfLine(licenseId, lastCountedPosition))
    } catch (cause) {
      if (run.aborted) return
      failures.write('Customers could not be told their places in the line', 'routing', { licenseId, cause })
    }
  }

  #tellFront(listeners: LicenseListeners, { places, isAccepting }: FrontOfLine): void {
    const told = new Map<string, ToldPlace>()
    for (const [index, { chatId, customerId, waitingSince }] of places.entries()) {
      const targets = customerId === null ? undefined : listeners.targets.get(customerId)
      if (targets === undefined) continue
      const standing = { position: index + 1, waitingSince, isAccepting }
      const news = `${standing.position} ${isAccepting}`
      const former = listeners.told.get(chatId)
      told.set(chatId, { news, targets: new Set(targets) })
      const isNews = (target: PushTarget) => former?.news !== news || !former.targets.has(target)
      const untold = [...targets].filter(isNews)
      if (untold.length > 0) this.#push(chatId, standing, untold)
    }
    listeners.told = told
  }

  /** A connection that fails keeps no other from being told. */
  #push(chatId: string, standing: Standing, targets: readonly PushTarget[]): void {
    const { steady, failures } = this.#dependencies
    const payload = { chat_id: chatId, queue: queueView(standing, steady.now()) }
    const frame = pushFrame(queuePositionUpdated.name, JSON.stringify(payload))
    for (const target of targets) {
      try {
        target.push(frame, null)
      } catch (cause) {
        const { licenseId } = target.caller.principal
        failures.write('A connection could not be told', 'internal', { licenseId, cause })
      }
    }
  }
}
