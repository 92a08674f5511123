import type { Destination, SlotOutcome } from './destination.js'

/** Maximum share of the slots that one license may use. */
const licenseShare = 1 / 4
/** Maximum share of the slots for destinations that are new, or whose latest delivery failed. */
const unprovenShare = 1 / 2

/** Permission to make one delivery. */
export interface DeliverySlot {
  readonly destination: Destination
  readonly wasProven: boolean
}

/**
 * Limits how many deliveries run at the same time. Slow deliveries block neither other licenses nor healthy
 * destinations.
 */
export class DeliverySlots {
  readonly #maxCount: number
  readonly #maxPerLicense: number
  readonly #maxUnproven: number
  readonly #countByLicense = new Map<number, number>()
  #count = 0
  #unprovenCount = 0

  constructor(maxCount: number) {
    this.#maxCount = maxCount
    this.#maxPerLicense = Math.max(1, Math.floor(maxCount * licenseShare))
    this.#maxUnproven = Math.max(1, Math.floor(maxCount * unprovenShare))
  }

  get takenCount(): number {
    return this.#count
  }

  get hasFree(): boolean {
    return this.#count < this.#maxCount
  }

  /**
   * Takes a slot for the destination, or returns `undefined` when none is free for it. `now` is the time of the
   * monotonic clock.
   */
  take(destination: Destination, now: number): DeliverySlot | undefined {
    const { licenseId, isProven: wasProven } = destination
    if (this.#count >= this.#maxCount || !destination.hasCapacity(now)) return undefined
    if (!wasProven && this.#unprovenCount >= this.#maxUnproven) return undefined
    if ((this.#countByLicense.get(licenseId) ?? 0) >= this.#maxPerLicense) return undefined
    destination.take()
    this.#add(licenseId, wasProven, 1)
    return { destination, wasProven }
  }

  free({ destination, wasProven }: DeliverySlot, outcome: SlotOutcome, now: number): void {
    destination.free(outcome, now)
    this.#add(destination.licenseId, wasProven, -1)
  }

  #add(licenseId: number, isProven: boolean, change: 1 | -1): void {
    const count = (this.#countByLicense.get(licenseId) ?? 0) + change
    this.#count += change
    if (!isProven) this.#unprovenCount += change
    if (count === 0) this.#countByLicense.delete(licenseId)
    else this.#countByLicense.set(licenseId, count)
  }
}
