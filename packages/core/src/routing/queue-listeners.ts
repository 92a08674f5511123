import type { PushTarget } from '../push/push-target.js'

/** What was told last of a chat, and to whom. */
export interface ToldPlace {
  readonly news: string
  readonly targets: ReadonlySet<PushTarget>
}

/** Who wants to know their places in the line of one license. */
export interface LicenseListeners {
  /** Connections to this node, by customer. */
  readonly targets: Map<string, Set<PushTarget>>
  /** By chat, of those that waited when the line was read last. */
  told: ReadonlyMap<string, ToldPlace>
  /** By the monotonic clock: the line is not read before. */
  dueAt: number
}

/** The connections of customers that have asked to be told their place in the line. */
export class QueueListeners {
  readonly #licenses = new Map<number, LicenseListeners>()

  add(target: PushTarget): void {
    const { licenseId, id } = target.caller.principal
    const license = this.#licenses.get(licenseId) ?? { targets: new Map(), told: new Map(), dueAt: 0 }
    this.#licenses.set(licenseId, license)
    license.targets.set(id, (license.targets.get(id) ?? new Set()).add(target))
  }

  /** Of one that never asked there is nothing. */
  remove(target: PushTarget): void {
    const { licenseId, id } = target.caller.principal
    const targets = this.#licenses.get(licenseId)?.targets
    const ofCustomer = targets?.get(id)
    if (ofCustomer?.delete(target) && ofCustomer.size === 0) targets?.delete(id)
  }

  /** Licenses whose line is due; one that nobody listens in any more is forgotten. */
  *due(now: number): Iterable<readonly [licenseId: number, LicenseListeners]> {
    for (const [licenseId, license] of this.#licenses) {
      if (now < license.dueAt) continue
      if (license.targets.size > 0) yield [licenseId, license]
      else this.#licenses.delete(licenseId)
    }
  }
}
