/** Maximum share of the running calls, and of the queue, that one license may use. */
const licenseShare = 1 / 4
/** Maximum number of queued calls for each slot. */
const queuedPerSlot = 32

/**
 * Limits how many calls of the push service run at the same time. Licenses take turns, and none of them can use all
 * slots, however slow its calls are.
 */
export class PushCalls {
  readonly #maxCount: number
  readonly #maxPerLicense: number
  readonly #runningByLicense = new Map<number, number>()
  /** Queued calls by license. The license whose turn it is comes first. */
  readonly #queues = new Map<number, (() => Promise<void>)[]>()
  #runningCount = 0
  #queuedCount = 0

  constructor(maxCount: number) {
    this.#maxCount = maxCount
    this.#maxPerLicense = Math.max(1, Math.floor(maxCount * licenseShare))
  }

  /** Returns whether the license may queue calls now: none of its calls is queued, and the queue is not full. */
  hasCapacity(licenseId: number): boolean {
    return !this.#queues.has(licenseId) && this.#queuedCount < this.#maxCount * queuedPerSlot
  }

  /** Queues a call. `call` must never reject. */
  add(licenseId: number, call: () => Promise<void>): void {
    const queue = this.#queues.get(licenseId)
    if (queue === undefined) this.#queues.set(licenseId, [call])
    else queue.push(call)
    this.#queuedCount += 1
    this.#startWaiting()
  }

  /** Drops the queued calls. */
  clear(): void {
    this.#queues.clear()
    this.#queuedCount = 0
  }

  #startWaiting(): void {
    while (this.#runningCount < this.#maxCount) {
      const licenseId = this.#nextLicense()
      if (licenseId === undefined) return
      const call = this.#dequeue(licenseId)
      if (call !== undefined) void this.#run(licenseId, call)
    }
  }

  #nextLicense(): number | undefined {
    for (const licenseId of this.#queues.keys()) {
      if ((this.#runningByLicense.get(licenseId) ?? 0) < this.#maxPerLicense) return licenseId
    }
    return undefined
  }

  /** Removes the next call of the license, and moves the license to the end. */
  #dequeue(licenseId: number): (() => Promise<void>) | undefined {
    const queue = this.#queues.get(licenseId) ?? []
    const call = queue.shift()
    this.#queues.delete(licenseId)
    if (queue.length > 0) this.#queues.set(licenseId, queue)
    this.#queuedCount -= 1
    return call
  }

  async #run(licenseId: number, call: () => Promise<void>): Promise<void> {
    this.#count(licenseId, 1)
    try {
      await call()
    } finally {
      this.#count(licenseId, -1)
      this.#startWaiting()
    }
  }

  #count(licenseId: number, change: 1 | -1): void {
    const count = (this.#runningByLicense.get(licenseId) ?? 0) + change
    this.#runningCount += change
    if (count === 0) this.#runningByLicense.delete(licenseId)
    else this.#runningByLicense.set(licenseId, count)
  }
}
