import type { PushTarget } from '../push/push-target.js'

/** The last queue position that was pushed for a chat, and to which connections. */
export interface AnnouncedPosition {
  readonly announcement: string
  readonly targets: ReadonlySet<PushTarget>
}

/** The connections of one license that receive queue positions. */
export interface LicenseListeners {
  /** Connections to this node, by customer. */
  readonly targets: Map<string, Set<PushTarget>>
  /** Positions of the chats that were in the queue when it was last read, by chat. */
  announced: ReadonlyMap<string, AnnouncedPosition>
  /** Earliest instant of the next read, on the monotonic clock. */
  dueAt: number
}

/** The connections of customers that asked for their queue positions. */
export class QueueListeners {
  readonly #licenses = new Map<number, LicenseListeners>()

  add(target: PushTarget): void {
    const { licenseId, id } = target.caller.principal
    const license = this.#licenses.get(licenseId) ?? { targets: new Map(), announced: new Map(), dueAt: 0 }
    this.#licenses.set(licenseId, license)
    license.targets.set(id, (license.targets.get(id) ?? new Set()).add(target))
  }

  /** Removes a connection. Does nothing if it never asked for its position. */
  remove(target: PushTarget): void {
    const { licenseId, id } = target.caller.principal
    const targets = this.#licenses.get(licenseId)?.targets
    const ofCustomer = targets?.get(id)
    if (ofCustomer?.delete(target) && ofCustomer.size === 0) targets?.delete(id)
  }

  /** Yields the licenses whose queue is due to be read. Forgets licenses without listeners. */
  *listDue(now: number): Iterable<readonly [licenseId: number, LicenseListeners]> {
    for (const [licenseId, license] of this.#licenses) {
      if (now < license.dueAt) continue
      if (license.targets.size > 0) yield [licenseId, license]
      else this.#licenses.delete(licenseId)
    }
  }
}
